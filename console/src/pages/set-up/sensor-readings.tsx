import {
  deviceZone,
  formatCount,
  formatDateTime,
  formatInstant,
  formatShare,
  formatTime,
  NOTHING,
} from "../../format.ts";
import { type Reading, useReadings } from "../../queries/sensors.ts";
import { type Column, PagedTable } from "./lists.tsx";
import { Section, Status } from "./parts.tsx";
import { resultOf, sentence, withLocalTimes } from "./sensor-lines.ts";

/** What became of the readings of a sensor, newest first. The list follows new ones. */
export function SensorReadings({ serialNumber }: { readonly serialNumber: string }) {
  const readings = useReadings(serialNumber);
  return (
    <Section title="Readings">
      {readings.items.length > 0 && (
        <p className="small soft">Newest first, as the device sent them, and what became of each.</p>
      )}
      <PagedTable
        label="Readings"
        list={readings}
        empty="No readings yet."
        columns={readingColumns(deviceZone())}
      />
    </Section>
  );
}

/** The columns of a table of readings. @param zone that of its times */
export function readingColumns(zone: string): readonly Column<Reading>[] {
  return [
    [`Time (${zone})`, (reading) => timeText(reading, zone), "time"],
    ["Device says", valuesText],
    [
      "Result",
      (reading) => {
        const [text, colour] = resultOf(reading);
        return <Status colour={colour}>{text}</Status>;
      },
    ],
    ["In", ({ counted }) => <Counted count={counted.in} />, "number"],
    ["Out", ({ counted }) => <Counted count={counted.out} />, "number"],
    ["Note", ({ note }) => note !== null && withLocalTimes(sentence(note), (at) => formatInstant(at, zone))],
  ];
}

/** People who were counted; none is less heavy. */
function Counted({ count }: { readonly count: number }) {
  return count === 0 ? <span className="soft">0</span> : <strong>{formatCount(count)}</strong>;
}

/** The time of totals, or the span of an interval; of a reading that has neither, when it was received. */
function timeText({ at, from, to, received_at }: Reading, zone: string): string {
  if (from === null || to === null) return formatDateTime(at ?? received_at, zone);
  const [start, end] = [formatDateTime(from, zone), formatDateTime(to, zone)];
  const isSameDay = start.slice(0, start.lastIndexOf(",")) === end.slice(0, end.lastIndexOf(","));
  return `${start} – ${isSameDay ? formatTime(to, zone) : end}`;
}

/** The numbers that a device has sent. */
function valuesText(reading: Reading): string {
  const isTotal = reading.kind === "total";
  const [entered, left] = isTotal ? [reading.in_total, reading.out_total] : [reading.in, reading.out];
  const parts = [
    entered !== null && `${formatCount(entered)} in`,
    left !== null && `${formatCount(left)} out`,
    reading.coverage !== null && reading.coverage < 1 && `${formatShare(reading.coverage)} measured`,
  ].filter(Boolean);
  return parts.join(", ") || NOTHING;
}
