import { useId } from "react";
import type { SelectChoice } from "./form/fields.tsx";

/** One of a few short choices, as toggle buttons beside each other. */
export function ToggleChoice<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly SelectChoice<Value>[];
  readonly onChange: (value: Value) => void;
}) {
  const { label, value, choices, onChange } = props;
  const name = useId();
  return (
    <fieldset className="row gap-1" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className="toggle">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
