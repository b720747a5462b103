import { Field } from "./field.tsx";

/** Chooses a day, as `YYYY-MM-DD`; an empty text where it is cleared. */
export function DayField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <Field label={props.label}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  );
}
