import { useState } from "react";
import { DateInput } from "./date-input.tsx";
import { Field } from "./field.tsx";
import { readDate } from "./parse-dates.ts";

/** A day, `YYYY-MM-DD`, or an empty text. Shows an error for an invalid date, without changing the value. */
export function DayField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  const { label, value, onChange } = props;
  const [invalid, setInvalid] = useState<string | null>(null);
  const change = (day: string) => {
    const isValid = day === "" || readDate(day) === day;
    setInvalid(isValid ? null : day);
    if (isValid) onChange(day);
  };
  return (
    <Field label={label} error={invalid === null ? undefined : "Not a valid date."}>
      {(control) => <DateInput control={control} value={invalid ?? value} onChange={change} />}
    </Field>
  );
}

interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The first and the last day of a range. */
export function DayRangeFields(props: {
  readonly days: DayRange;
  readonly onChange: (days: DayRange) => void;
}) {
  const { days, onChange } = props;
  const set = (changed: Partial<DayRange>) => {
    if (!Object.values(changed).includes("")) onChange({ ...days, ...changed });
  };
  return (
    <>
      <DayField label="From" value={days.from} onChange={(from) => set({ from })} />
      <DayField label="To (inclusive)" value={days.to} onChange={(to) => set({ to })} />
    </>
  );
}
