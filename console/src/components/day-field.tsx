import { Field } from "./field.tsx";
import { useTyped } from "./use-typed.ts";

/** Chooses a day, as `YYYY-MM-DD`; an empty text where it is cleared. */
export function DayField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  const day = useTyped(props.value, props.onChange);
  return <Field label={props.label}>{(control) => <input {...control} {...day} type="date" />}</Field>;
}
