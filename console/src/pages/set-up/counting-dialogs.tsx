import type { ReactNode } from "react";
import type { operations } from "../../../../src/client/generated/v2.ts";
import { answerOf, type HeadcountClient } from "../../../../src/client/index.ts";
import {
  CheckboxField,
  NumberField,
  SelectField,
  TextField,
  TimeField,
} from "../../components/form/fields.tsx";
import { type DialogOf, type Form, formDialog } from "../../components/form/form-dialog.tsx";
import { changesOf, fieldError, numberOrNull, textOrNull } from "../../components/form/form-values.ts";
import { Loading } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { deviceZone, formatCount, formatInstant } from "../../format.ts";
import type { CountingPreview, Sensor } from "../../queries/sensors.ts";
import { EffectiveFromFields, ZONES } from "./space-form.tsx";
import { effectiveFromOf, FROM_NOW } from "./space-values.ts";

type Counting = Sensor["counting"];
type CountingBody = NonNullable<operations["updateSensor"]["requestBody"]>["content"]["application/json"];

/** The values of the form: texts as typed, with the field names of the API. */
interface CountingValues extends Readonly<typeof FROM_NOW> {
  readonly reverse: boolean;
  readonly direction: NonNullable<Counting["direction"]> | "";
  readonly line: string;
  readonly cap: string;
  readonly width: string;
  readonly time_zone: string;
  readonly resets_at: string;
}

function valuesOf({ reverse, direction, line, cap, width, time_zone, resets_at }: Counting): CountingValues {
  return {
    reverse,
    direction: direction ?? "",
    line: line ?? "",
    cap: String(cap),
    width: width === null ? "" : String(width),
    time_zone: time_zone ?? "",
    resets_at: resets_at ?? "",
    ...FROM_NOW,
  };
}

/** The settings that the form has. @throws Problem */
export function countingOf(values: CountingValues): Counting {
  const cap = numberOrNull(values.cap, "cap");
  if (cap === null) throw fieldError("cap", "is required");
  return {
    reverse: values.reverse,
    direction: values.direction || null,
    line: textOrNull(values.line),
    cap,
    width: numberOrNull(values.width, "width"),
    time_zone: textOrNull(values.time_zone),
    resets_at: textOrNull(values.resets_at),
  };
}

/** The data that changes with what readings mean. */
const CHANGED = ["sensors", "readings", "sensor-events", "spaces"] as const;

/** Whether a change of settings can begin at a time: without readings, they apply to all that come. */
const isDated = ({ kind }: Sensor) => kind !== null;

/** Changes what the readings of a sensor mean, after a preview of what that does. */
export function countingDialog(sensor: Sensor): DialogOf {
  const bodyOf = (values: CountingValues): CountingBody => ({
    counting: changesOf(sensor.counting, countingOf(values)),
    ...(isDated(sensor) ? effectiveFromOf(values, deviceZone()) : {}),
  });
  return formDialog({
    title: `Counting of ${sensor.serial_number}`,
    action: "Save",
    initial: valuesOf(sensor.counting),
    within: "counting",
    preview: { read: (v2, values) => readPreview(v2, sensor, bodyOf(values)) },
    request: (v2, values) => put(v2, sensor, bodyOf(values)),
    saved: () => ({ changed: CHANGED, message: `${sensor.serial_number} has been updated.` }),
    fields: (form) => <CountingFields form={form} sensor={sensor} />,
  });
}

/**
 * Decides how a suspended line goes on, after a preview of what that does. Its readings since then are judged again.
 *
 * @param decision the settings that change; none to count on as it is
 */
export function decisionDialog(sensor: Sensor, title: string, decision: Partial<Counting>): DialogOf {
  const body = { counting: decision };
  return formDialog({
    title,
    action: title,
    initial: {},
    preview: { isAtOnce: true, read: (v2) => readPreview(v2, sensor, body) },
    request: (v2) => put(v2, sensor, body),
    saved: () => ({ changed: CHANGED, message: `${sensor.serial_number} has been updated.` }),
    fields: ({ isPreviewed }) =>
      isPreviewed ? null : <Loading>Judging the readings since it was suspended again…</Loading>,
  });
}

function put(v2: HeadcountClient["v2"], { serial_number }: Sensor, body: CountingBody) {
  return v2.PUT("/v2/sensors/{serial_number}/", { params: { path: { serial_number } }, body });
}

async function readPreview(
  v2: HeadcountClient["v2"],
  { serial_number }: Sensor,
  body: CountingBody,
): Promise<ReactNode> {
  const params = { path: { serial_number } };
  const preview = await answerOf(v2.POST("/v2/sensors/{serial_number}/preview/", { params, body }));
  return <PreviewResult preview={preview} />;
}

/** What settings would change. */
function PreviewResult({ preview }: { readonly preview: CountingPreview }) {
  const { judged_from: from, readings, changed, counted_before: before, counted_after: after } = preview;
  if (readings === 0) return <p>No readings are judged again: the settings apply to those that come.</p>;
  const since = from === null ? "All" : `Since ${formatInstant(from, deviceZone())},`;
  const rows = [
    ["In", before.in, after.in],
    ["Out", before.out, after.out],
  ] as const;
  return (
    <div className="stack gap-3">
      <p>
        {since} {formatCount(readings)} {readings === 1 ? "reading is" : "readings are"} judged again;{" "}
        {changed === 0
          ? "none of them changes"
          : `${formatCount(changed)} of them ${changed === 1 ? "changes" : "change"}`}
        .
      </p>
      <Table label="People counted" columns={["People", "Before", "After"]} numeric={["Before", "After"]}>
        {rows.map(([name, old, now]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="numeric">{formatCount(old)}</td>
            <td className="numeric">
              {now === old ? formatCount(now) : <strong>{formatCount(now)}</strong>}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

const DIRECTIONS = [
  { value: "", name: "As the device says" },
  { value: "in", name: "In" },
  { value: "out", name: "Out" },
] as const;

const HINTS = {
  reverse: "The device is mounted the other way round, or counts down.",
  direction: "For a register that does not say what it counts.",
  line: "Two registers with one name are the two directions of a line. Leave empty for a line of its own.",
  cap: "More are taken for an error of the device.",
  width:
    "After so many bits the counter begins at 0 again. Leave empty if it does not, or if the device says it.",
  time_zone: "Of times that the device sends without an offset, and of its reset.",
  resets_at: "Local time at which the device begins at 0 every day. Leave empty if it does not.",
};

function CountingFields({ form, sensor }: { readonly form: Form<CountingValues>; readonly sensor: Sensor }) {
  return (
    <>
      <CheckboxField {...form.field("reverse", "Reverse", HINTS.reverse)} />
      <div className="form-columns">
        <SelectField choices={DIRECTIONS} {...form.field("direction", "Direction", HINTS.direction)} />
        <TextField {...form.field("line", "Line", HINTS.line)} />
        <NumberField {...form.field("cap", "People per second at most", HINTS.cap)} />
        <NumberField {...form.field("width", "Width of the counter in bits", HINTS.width)} />
        <TextField suggestions={ZONES} {...form.field("time_zone", "Time zone", HINTS.time_zone)} />
        <TimeField
          example="00:00"
          {...form.field("resets_at", "Daily reset of the device", HINTS.resets_at)}
        />
      </div>
      {isDated(sensor) && (
        <EffectiveFromFields
          form={form}
          zone={deviceZone()}
          moments={sensor.state === "suspended" ? MOMENTS_OF_SUSPENDED : MOMENTS}
        >
          {sensor.state === "suspended"
            ? "The change applies to the readings since the line was suspended."
            : "The change applies to readings from now on. Correcting past counts requires a token with the scope admin."}
        </EffectiveFromFields>
      )}
    </>
  );
}

const MOMENTS = [
  { value: "now", name: "From now on", hint: "Past counts do not change." },
  { value: "beginning", name: "From the beginning", hint: "All readings are judged again." },
  { value: "at", name: "From a date and time", hint: "The readings since then are judged again." },
] as const;

const MOMENTS_OF_SUSPENDED = [
  { value: "now", name: "Since it was suspended", hint: "The readings since then are judged again." },
  ...MOMENTS.slice(1),
] as const;
