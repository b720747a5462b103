import { DateTime } from "luxon";
import { DayPicker } from "react-day-picker";
import "react-day-picker/style.css";
import { deviceZone, formatDayOfYear } from "../format.ts";
import { conventions } from "../preferences.ts";

/** A calendar to select a day, `YYYY-MM-DD`. */
export function Calendar(props: { readonly day: string | null; readonly onChoose: (day: string) => void }) {
  const { day, onChoose } = props;
  const chosen = day === null ? undefined : DateTime.fromISO(day).toJSDate();
  return (
    <DayPicker
      mode="single"
      autoFocus
      required
      fixedWeeks
      selected={chosen}
      {...(chosen === undefined ? {} : { defaultMonth: chosen })}
      weekStartsOn={(conventions().firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6}
      labels={{
        labelDayButton: (date) => formatDayOfYear(date.getTime(), deviceZone()),
      }}
      onSelect={(date) => onChoose(DateTime.fromJSDate(date).toISODate() ?? "")}
    />
  );
}
