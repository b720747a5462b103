import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { isOfDays, isRangeName, NAMED_RANGES, type RangeChoice, type RangeName } from "../ranges.ts";
import { type Parameters, withParameters } from "../search-parameters.ts";
import { DayRangeFields } from "./date-input.tsx";
import { SelectField } from "./form/fields.tsx";

const CUSTOM = "custom";
const INSTANTS = "instants";

/** The range in the URL, and a function that changes it. */
export function useRangeChoice(fallback: RangeName): readonly [RangeChoice, (choice: RangeChoice) => void] {
  const [parameters, setParameters] = useSearchParams();
  const name = parameters.get("range");
  const from = parameters.get("from");
  const to = parameters.get("to");
  const choice: RangeChoice =
    from !== null && to !== null ? { from, to } : { name: isRangeName(name) ? name : fallback };
  const choose = useCallback(
    (chosen: RangeChoice) => setParameters((before) => withParameters(before, rangeParameters(chosen))),
    [setParameters],
  );
  return [choice, choose];
}

/** The URL parameters of a choice; null removes one. */
export function rangeParameters(choice: RangeChoice): Parameters {
  const none = { range: null, from: null, to: null };
  return "name" in choice ? { ...none, range: choice.name } : { ...none, ...choice };
}

/** Selects a range by name, or by its first and last day. @param props.today `YYYY-MM-DD`, the initial custom range */
export function RangePicker(props: {
  readonly choice: RangeChoice;
  readonly onChoose: (choice: RangeChoice) => void;
  readonly today: string;
}) {
  const { choice, onChoose, today } = props;
  const days = isOfDays(choice) ? choice : null;
  const hasInstants = !("name" in choice) && days === null;
  const select = (value: string) => {
    if (value === CUSTOM) onChoose({ from: today, to: today });
    else if (isRangeName(value)) onChoose({ name: value });
  };
  const choices = [
    ...Object.entries(NAMED_RANGES).map(([value, { label }]) => ({ value, name: label })),
    { value: CUSTOM, name: "Custom range" },
    // Only a link leads to instants.
    ...(hasInstants ? [{ value: INSTANTS, name: "Range from link" }] : []),
  ];
  const value = "name" in choice ? choice.name : hasInstants ? INSTANTS : CUSTOM;
  return (
    <>
      <SelectField label="Range" value={value} choices={choices} onChange={select} />
      {days !== null && <DayRangeFields days={days} onChange={onChoose} />}
    </>
  );
}
