import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { daysText, hoursText } from "../pages/set-up/labels.ts";
import type { Space } from "../queries/spaces.ts";
import { withParameters } from "../search-parameters.ts";

/** The time segments of a space that the URL selects, and a function that selects others. */
export function useSegmentIds(space: Space) {
  const [parameters, setParameters] = useSearchParams();
  const selected = parameters.get("time_segment_ids") ?? "";
  const segmentIds = useMemo(() => {
    const known = new Set(space.time_segments.map(({ id }) => id));
    return selected.split(",").filter((id) => known.has(id));
  }, [selected, space.time_segments]);
  const choose = useCallback(
    (ids: readonly string[]) =>
      setParameters((before) => withParameters(before, { time_segment_ids: ids.join(",") })),
    [setParameters],
  );
  return [segmentIds, choose] as const;
}

/** Selects the time segments to which the counts are restricted; none selected is no restriction. */
export function SegmentFilter({ space }: { readonly space: Space }) {
  const [segmentIds, choose] = useSegmentIds(space);
  if (space.time_segments.length === 0) return null;
  const toggle = (id: string, isChosen: boolean) =>
    choose(isChosen ? [...segmentIds, id] : segmentIds.filter((chosen) => chosen !== id));
  return (
    <fieldset className="row gap-2">
      <legend className="label">Only during</legend>
      {space.time_segments.map(({ id, name, start, end, days }) => (
        <label key={id} className="button segment" title={`${daysText(days)}, ${hoursText(start, end)}`}>
          <input
            type="checkbox"
            checked={segmentIds.includes(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
