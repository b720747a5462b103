import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { isRangeName, NAMED_RANGES, type RangeChoice, type RangeName } from "../ranges.ts";
import { Field } from "./field.tsx";

const CUSTOM = "custom";

/** What range the address says, so that a page can be shared and gone back to; and how to change it. */
export function useRangeChoice(usual: RangeName): readonly [RangeChoice, (choice: RangeChoice) => void] {
  const [parameters, setParameters] = useSearchParams();
  const name = parameters.get("range");
  const from = parameters.get("from");
  const to = parameters.get("to");
  const choice: RangeChoice =
    from !== null && to !== null ? { from, to } : { name: isRangeName(name) ? name : usual };
  const choose = useCallback(
    (chosen: RangeChoice) =>
      setParameters((before) => {
        const after = new URLSearchParams(before);
        for (const parameter of ["range", "from", "to"]) after.delete(parameter);
        const entries = "name" in chosen ? [["range", chosen.name]] : Object.entries(chosen);
        for (const [parameter, value] of entries) after.set(String(parameter), String(value));
        return after;
      }),
    [setParameters],
  );
  return [choice, choose];
}

/** Chooses a range by name or by its first and last day. @param today as `YYYY-MM-DD`, where custom days begin */
export function RangePicker(props: {
  readonly choice: RangeChoice;
  readonly onChoose: (choice: RangeChoice) => void;
  readonly today: string;
}) {
  const { choice, onChoose, today } = props;
  const isCustom = !("name" in choice);
  const select = (value: string) => {
    if (value === CUSTOM) onChoose({ from: today, to: today });
    else if (isRangeName(value)) onChoose({ name: value });
  };
  return (
    <>
      <Field label="Range">
        {(control) => (
          <select
            {...control}
            value={isCustom ? CUSTOM : choice.name}
            onChange={({ target }) => select(target.value)}
          >
            {Object.entries(NAMED_RANGES).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
            <option value={CUSTOM}>From … to …</option>
          </select>
        )}
      </Field>
      {isCustom && (
        <>
          <DayField label="From" value={choice.from} onChange={(from) => onChoose({ ...choice, from })} />
          <DayField label="To, included" value={choice.to} onChange={(to) => onChoose({ ...choice, to })} />
        </>
      )}
    </>
  );
}

function DayField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Field label={props.label}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={props.value}
          onChange={({ target }) => target.value !== "" && props.onChange(target.value)}
        />
      )}
    </Field>
  );
}
