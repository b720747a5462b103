import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { isOfDays, isRangeName, NAMED_RANGES, type RangeChoice, type RangeName } from "../ranges.ts";
import { type Parameters, withParameters } from "../search-parameters.ts";
import { DayField } from "./day-field.tsx";
import { Field } from "./field.tsx";

const CUSTOM = "custom";
const INSTANTS = "instants";

/** What range the address says, so that a page can be shared and gone back to; and how to change it. */
export function useRangeChoice(usual: RangeName): readonly [RangeChoice, (choice: RangeChoice) => void] {
  const [parameters, setParameters] = useSearchParams();
  const name = parameters.get("range");
  const from = parameters.get("from");
  const to = parameters.get("to");
  const choice: RangeChoice =
    from !== null && to !== null ? { from, to } : { name: isRangeName(name) ? name : usual };
  const choose = useCallback(
    (chosen: RangeChoice) => setParameters((before) => withParameters(before, rangeParameters(chosen))),
    [setParameters],
  );
  return [choice, choose];
}

/** The parameters of the address that say a choice; null where one goes. */
export function rangeParameters(choice: RangeChoice): Parameters {
  const none = { range: null, from: null, to: null };
  return "name" in choice ? { ...none, range: choice.name } : { ...none, ...choice };
}

/** Chooses a range by name or by its first and last day. @param today as `YYYY-MM-DD`, where custom days begin */
export function RangePicker(props: {
  readonly choice: RangeChoice;
  readonly onChoose: (choice: RangeChoice) => void;
  readonly today: string;
}) {
  const { choice, onChoose, today } = props;
  const days = isOfDays(choice) ? choice : null;
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
            value={"name" in choice ? choice.name : days === null ? INSTANTS : CUSTOM}
            onChange={({ target }) => select(target.value)}
          >
            {Object.entries(NAMED_RANGES).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
            <option value={CUSTOM}>From … to …</option>
            {/* What a link leads to: there is nothing to choose here. */}
            {!("name" in choice) && days === null && <option value={INSTANTS}>As linked</option>}
          </select>
        )}
      </Field>
      {days !== null && (
        <>
          <DayField
            label="From"
            value={days.from}
            onChange={(from) => from !== "" && onChoose({ ...days, from })}
          />
          <DayField
            label="To, included"
            value={days.to}
            onChange={(to) => to !== "" && onChoose({ ...days, to })}
          />
        </>
      )}
    </>
  );
}
