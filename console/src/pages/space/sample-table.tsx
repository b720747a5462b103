import { useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Table } from "../../components/table.tsx";
import { formatCount, NOTHING } from "../../format.ts";
import type { Interval } from "../../ranges.ts";
import { formatChange, formatSampleTime } from "./readout.tsx";
import { type Sample, sampleAt } from "./samples.ts";

/** The maximum number of rows; the download has all. */
const ROWS_MAX = 500;

/** The samples of the charts as a table. */
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
      <Button aria-expanded={isShown} aria-controls={id} onClick={() => setIsShown(!isShown)}>
        {isShown ? "Hide table" : "Show as table"}
      </Button>
      <div id={id}>{isShown && <Rows {...props} />}</div>
    </div>
  );
}

function Compared({ sample, before }: { readonly sample: Sample; readonly before: Sample | null }) {
  return (
    <>
      <td className="numeric">{formatCount(before?.count)}</td>
      <td className="numeric">{formatChange(sample.count, before?.count) ?? NOTHING}</td>
    </>
  );
}

function Rows({ samples, previous, interval, zone }: Parameters<typeof SampleTable>[0]) {
  const shown = samples.slice(0, ROWS_MAX);
  const isCompared = previous.length > 0;
  const compared = isCompared ? ["Previous week", "Difference"] : [];
  const numeric = ["People", "Min", "Max", ...compared, "In", "Out"];
  return (
    <>
      <Table
        label="Counts by interval"
        className="space-table"
        columns={["Time", ...numeric]}
        numeric={numeric}
      >
        {shown.map((sample) => (
          <tr key={sample.start}>
            <th scope="row">{formatSampleTime(sample, zone, interval)}</th>
            <td className="numeric">{formatCount(sample.count)}</td>
            <td className="numeric">{formatCount(sample.min)}</td>
            <td className="numeric">{formatCount(sample.max)}</td>
            {isCompared && <Compared sample={sample} before={sampleAt(previous, sample.start)} />}
            <td className="numeric">{formatCount(sample.entrances)}</td>
            <td className="numeric">{formatCount(sample.exits)}</td>
          </tr>
        ))}
      </Table>
      {samples.length > shown.length && (
        <p className="space-soft">
          Showing the first {formatCount(shown.length)} of {formatCount(samples.length)} rows. The CSV has all
          rows.
        </p>
      )}
    </>
  );
}
