import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { isOfDays, NAMED_RANGES, type NamedRanges, type RangeChoice, readRangeChoice } from "../ranges.ts";
import { type Parameters, withParameters } from "../search-parameters.ts";
import { type DayRange, DayRangeFields } from "./date-input.tsx";
import { SelectField } from "./form/fields.tsx";

const CUSTOM = "custom";
const INSTANTS = "instants";

/** The range in the URL, and a function that changes it. @param fallback the name of the default range */
export function useRangeChoice(fallback: string, ranges?: NamedRanges) {
  const [parameters, setParameters] = useSearchParams();
  const choose = useCallback(
    (chosen: RangeChoice) => setParameters((before) => withParameters(before, rangeParameters(chosen))),
    [setParameters],
  );
  return [readRangeChoice(parameters, fallback, ranges), choose] as const;
}

/** The URL parameters of a choice; null removes one. */
export function rangeParameters(choice: RangeChoice): Parameters {
  const none = { range: null, from: null, to: null };
  return "name" in choice ? { ...none, range: choice.name } : { ...none, ...choice };
}

/** Selects a range by name, or by its first and last day. @param props.custom the initial custom range */
export function RangePicker(props: {
  readonly choice: RangeChoice;
  readonly onChoose: (choice: RangeChoice) => void;
  readonly custom: DayRange;
  readonly label?: string;
  readonly ranges?: NamedRanges;
}) {
  const { choice, onChoose, custom, label = "Range", ranges = NAMED_RANGES } = props;
  const days = isOfDays(choice) ? choice : null;
  const hasInstants = !("name" in choice) && days === null;
  const select = (value: string) => {
    if (value === CUSTOM) onChoose(custom);
    else if (value !== INSTANTS) onChoose({ name: value });
  };
  const choices = [
    ...Object.entries(ranges).map(([value, each]) => ({ value, name: each.label })),
    { value: CUSTOM, name: "Custom range" },
    // Only a link leads to instants.
    ...(hasInstants ? [{ value: INSTANTS, name: "Range from link" }] : []),
  ];
  const value = "name" in choice ? choice.name : hasInstants ? INSTANTS : CUSTOM;
  return (
    <>
      <SelectField label={label} value={value} choices={choices} onChange={select} />
      {days !== null && <DayRangeFields days={days} onChange={onChoose} />}
    </>
  );
}
