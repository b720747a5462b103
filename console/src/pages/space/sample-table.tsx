import { useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Table } from "../../components/table.tsx";
import { formatCount, NOTHING } from "../../format.ts";
import { COMPARISONS } from "../../ranges.ts";
import { formatChange, formatSampleTime } from "./readout.tsx";
import { type Sample, sampleAt } from "./samples.ts";
import type { SpaceView } from "./space-controls.tsx";
import type { SpaceData } from "./use-space-data.ts";

/** The maximum number of rows; the download has all. */
const ROWS_MAX = 500;

/** The samples of the charts as a table. */
export function SampleTable(props: { readonly view: SpaceView; readonly data: SpaceData }) {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  return (
    <div className="stack gap-3">
      <p>
        <Button aria-expanded={isShown} aria-controls={id} onClick={() => setIsShown(!isShown)}>
          {isShown ? "Hide table" : "Show as table"}
        </Button>
      </p>
      {isShown && <Rows {...props} id={id} />}
    </div>
  );
}

function Rows(props: Parameters<typeof SampleTable>[0] & { readonly id: string }) {
  const { id, view, data } = props;
  const { samples, previous } = data;
  const shown = samples.slice(0, ROWS_MAX);
  const compared =
    view.comparison !== null && previous.length > 0 ? [COMPARISONS[view.comparison], "Difference"] : [];
  const numeric = ["People", "Min", "Max", ...compared, "In", "Out"];
  const comparison = ({ start, count }: Sample) => {
    const before = sampleAt(previous, start)?.count;
    return [formatCount(before), formatChange(count, before) ?? NOTHING];
  };
  const cells = (sample: Sample) => [
    ...[sample.count, sample.min, sample.max].map(formatCount),
    ...(compared.length > 0 ? comparison(sample) : []),
    ...[sample.entrances, sample.exits].map(formatCount),
  ];
  return (
    <div id={id}>
      <Table
        label="Counts by interval"
        className="table-sticky tabular space-table"
        columns={["Time", ...numeric]}
        numeric={numeric}
      >
        {shown.map((sample) => (
          <tr key={sample.start}>
            <th scope="row">{formatSampleTime(sample, view)}</th>
            {cells(sample).map((text, index) => (
              <td key={numeric[index]} className="numeric">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {samples.length > shown.length && (
        <p className="small soft">
          Showing the first {formatCount(shown.length)} of {formatCount(samples.length)} rows. The CSV has all
          rows.
        </p>
      )}
    </div>
  );
}
