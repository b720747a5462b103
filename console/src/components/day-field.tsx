import { useState } from "react";
import { DateInput } from "./date-input.tsx";
import { Field } from "./field.tsx";
import { readDate } from "./typed-dates.ts";

/**
 * Chooses a day, as `YYYY-MM-DD`; an empty text where it is cleared. What is no day is said, and changes nothing.
 */
export function DayField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  const { label, value, onChange } = props;
  const [wrong, setWrong] = useState<string | null>(null);
  const change = (day: string) => {
    const isRight = day === "" || readDate(day) === day;
    setWrong(isRight ? null : day);
    if (isRight) onChange(day);
  };
  return (
    <Field label={label} error={wrong === null ? undefined : "This is not a date yet."}>
      {(control) => <DateInput control={control} value={wrong ?? value} onChange={change} />}
    </Field>
  );
}
