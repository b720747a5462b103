import { useId, useState } from "react";
import { TableScroll } from "../../components/table-scroll.tsx";
import { formatCount, NOTHING } from "../../format.ts";
import type { Interval } from "../../intervals.ts";
import { sampleAt } from "./chart-data.ts";
import { differenceWords, intervalWords } from "./readout.tsx";
import type { Sample } from "./samples.ts";

/** More rows than this nobody reads; the download has them all. */
const ROWS_MAX = 500;

/** What the charts draw, as a table for who wants one. */
export function SampleTable(props: {
  readonly samples: readonly Sample[];
  readonly previous: readonly Sample[];
  readonly interval: Interval;
  readonly zone: string;
}) {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  return (
    <div className="space-samples">
      <button
        type="button"
        className="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? "Hide the table" : "Show as table"}
      </button>
      <div id={id}>{isShown && <Rows {...props} />}</div>
    </div>
  );
}

function Compared({ sample, before }: { readonly sample: Sample; readonly before: Sample | null }) {
  return (
    <>
      <td className="numeric">{formatCount(before?.count)}</td>
      <td className="numeric">{differenceWords(sample.count, before?.count) ?? NOTHING}</td>
    </>
  );
}

function Rows({ samples, previous, interval, zone }: Parameters<typeof SampleTable>[0]) {
  const shown = samples.slice(0, ROWS_MAX);
  const isCompared = previous.length > 0;
  return (
    <>
      <TableScroll label="Counts by interval" className="space-table">
        <table className="table">
          <caption className="visually-hidden">Counts by interval</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {[
                "People",
                "Lowest",
                "Highest",
                ...(isCompared ? ["Week before", "Difference"] : []),
                "In",
                "Out",
              ].map((name) => (
                <th key={name} scope="col" className="numeric">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((sample) => (
              <tr key={sample.start}>
                <th scope="row">{intervalWords(sample, zone, interval)}</th>
                <td className="numeric">{formatCount(sample.count)}</td>
                <td className="numeric">{formatCount(sample.min)}</td>
                <td className="numeric">{formatCount(sample.max)}</td>
                {isCompared && <Compared sample={sample} before={sampleAt(previous, sample.start)} />}
                <td className="numeric">{formatCount(sample.entrances)}</td>
                <td className="numeric">{formatCount(sample.exits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {samples.length > shown.length && (
        <p className="space-soft">
          These are the first {formatCount(shown.length)} of {formatCount(samples.length)} rows; the CSV has
          all of them.
        </p>
      )}
    </>
  );
}
