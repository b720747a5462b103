import { answerOf } from "../../../../src/client/index.ts";
import { RadioGroup } from "../../components/form/choices.tsx";
import { CheckboxField, DateTimeField, SelectField, TextField } from "../../components/form/fields.tsx";
import { type DialogOf, type Form, formDialog } from "../../components/form/form-dialog.tsx";
import { fieldError, textOrNull } from "../../components/form/form-values.ts";
import { Loading } from "../../components/states.tsx";
import { deviceZone, formatCount, formatDateTime } from "../../format.ts";
import { type Doorway, type ListedLink, useDoorways, useFetched } from "../../queries/resources.ts";
import { pathChoices, type Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { rangeParametersOf } from "../../ranges.ts";
import { useMay } from "../../session.tsx";
import { sideOf } from "./labels.ts";
import { EffectiveFromFields } from "./space-form.tsx";
import { type EffectiveFrom, type EffectiveValues, effectiveFromOf, instantOf } from "./space-values.ts";

/** The data that changes with a link. */
const CHANGED = ["spaces", "doorways", "links"] as const;

/** The placements of a sensor (D4). */
const PLACEMENTS = [
  {
    value: "1",
    name: "Inside this space",
    hint: "The sensor is on this side of the doorway. A trajectory of 1 is an entrance.",
  },
  {
    value: "-1",
    name: "Outside this space",
    hint: "The sensor is on the other side, for example in the corridor. A trajectory of 1 is an exit.",
  },
] as const;

type LinkValues = Readonly<typeof BLANK>;

const BLANK = {
  space_id: "",
  /** The unique name of the doorway, or its id. */
  doorway_id: "",
  /** The sensor of a new doorway. */
  sensor_serial_number: "",
  sensor_placement: "1" as "1" | "-1",
  isDated: false,
  /** `YYYY-MM-DDTHH:MM`, local. */
  effective_from: "",
};

/** The spaces and doorways that a new link can have. One of its ends is given, the user selects the other. */
interface LinkEnds {
  readonly space: Space | null;
  readonly spaces: readonly Space[];
  readonly doorway: Doorway | null;
  readonly doorways: readonly Doorway[];
}

/** Links a doorway to a space. */
export function linkDialog(ends: LinkEnds): DialogOf {
  const { space, spaces, doorway } = ends;
  /** The doorway that was created, if linking it has failed. */
  let created: Doorway | undefined;
  return formDialog({
    title: doorway === null ? `Link a doorway to ${space?.name}` : `Link ${doorway.name} to a space`,
    action: (values) => (isNewDoorway(values, ends) ? "Create doorway and link" : "Link"),
    initial: { ...BLANK, space_id: space?.id ?? "", doorway_id: doorway?.name ?? "" },
    request: async (v2, values) => {
      const name = values.doorway_id.trim();
      if (name === "") throw fieldError("doorway_id", "is required");
      if (values.space_id === "") throw fieldError("space_id", "is required");
      const sensor_serial_number = textOrNull(values.sensor_serial_number);
      const known = created?.name === name ? created : findDoorway(name, ends);
      const doorway = { name, sensor_serial_number };
      created = known ?? (await answerOf(v2.POST("/v2/doorways/", { body: doorway })));
      const from = () => instantOf(values.effective_from, zoneOf(values.space_id, spaces), "effective_from");
      const body = {
        space_id: values.space_id,
        doorway_id: created.id,
        sensor_placement: values.sensor_placement === "1" ? 1 : -1,
        ...(values.isDated ? { effective_from: from() } : {}),
      } as const;
      return v2.POST("/v2/links/", { body });
    },
    saved: (link) => ({
      changed: [...CHANGED, "sensors"],
      message: `${link.doorway_name} has been linked to ${link.space_name}.`,
    }),
    fields: (form) => <LinkFields form={form} ends={ends} />,
  });
}

/** The doorway with a name or an id. */
function findDoorway(wanted: string, { doorways }: LinkEnds): Doorway | undefined {
  return doorways.find(({ name, id }) => name === wanted || id === wanted);
}

/** Whether the link is to a doorway that has to be created first. */
function isNewDoorway({ doorway_id: text }: LinkValues, ends: LinkEnds): boolean {
  return ends.doorway === null && text.trim() !== "" && findDoorway(text.trim(), ends) === undefined;
}

function zoneOf(spaceId: string, spaces: readonly Space[]): string {
  return spaces.find(({ id }) => id === spaceId)?.time_zone ?? deviceZone();
}

export const SENSOR_HINT = "Serial number. An unknown sensor is registered. Leave empty for none.";

const DATED_HINT =
  "By default, the first link between the two also applies to the past, and later links apply from now on.";

function LinkFields({ form, ends }: { readonly form: Form<LinkValues>; readonly ends: LinkEnds }) {
  const { space, spaces, doorway, doorways } = ends;
  const mayCorrect = useMay("admin");
  const linked = new Set(space?.doorways.map(({ id }) => id));
  const zone = zoneOf(form.values.space_id, spaces);
  return (
    <>
      {doorway === null ? (
        <TextField
          suggestions={doorways.filter(({ id }) => !linked.has(id)).map(({ name }) => name)}
          {...form.field("doorway_id", "Doorway", "Type a part of its name, or the name of a new doorway.")}
        />
      ) : (
        <SelectField
          choices={[{ value: "", name: "Select…" }, ...pathChoices(spaces)]}
          {...form.field("space_id", "Space")}
        />
      )}
      {isNewDoorway(form.values, ends) && (
        <>
          <p role="status">No doorway has this name, so it will be created.</p>
          <TextField {...form.field("sensor_serial_number", "Sensor of the new doorway", SENSOR_HINT)} />
        </>
      )}
      <RadioGroup choices={PLACEMENTS} {...form.field("sensor_placement", "Sensor placement")} />
      <p className="small soft">
        Not sure? Link the doorway, walk in once and check the count. If it falls, select "Reverse direction"
        beside the doorway.
      </p>
      {mayCorrect && <CheckboxField {...form.field("isDated", "Start at a date and time", DATED_HINT)} />}
      {form.values.isDated && <DateTimeField {...form.field("effective_from", `Date and time in ${zone}`)} />}
    </>
  );
}

/**
 * Ends a link, or erases it from past counts too (D5).
 *
 * @param mayCorrect whether the token may change past counts
 */
export function unlinkDialog(link: ListedLink, mayCorrect: boolean): DialogOf {
  const { id, doorway_name: doorway, space_name: space } = link;
  const hasEnded = Boolean(link.effective_until);
  return formDialog({
    title: `${hasEnded ? "Erase the link of" : "Unlink"} ${doorway} and ${space}?`,
    action: ({ erase }) => (erase ? "Erase link" : "Unlink"),
    isDangerous: true,
    initial: { erase: hasEnded },
    request: (v2, query) => v2.DELETE("/v2/links/{link_id}/", { params: { path: { link_id: id }, query } }),
    saved: () => ({ changed: CHANGED, message: `${doorway} is no longer linked to ${space}.` }),
    fields: (form) => (
      <>
        <p>
          {form.values.erase
            ? "Past counts are recomputed without the events of this link."
            : "Events from now on do not change the count. Past counts do not change."}
        </p>
        {mayCorrect && !hasEnded && (
          <CheckboxField {...form.field("erase", "Erase it from past counts too")} />
        )}
      </>
    ),
  });
}

/**
 * Corrects the sensor placement of a link, from now on or in the past (D22).
 *
 * @param spaces the spaces, of which one is that of the link; undefined while they are loading
 * @param mayCorrect whether the token may change past counts
 */
export function reverseDialog(
  link: ListedLink,
  spaces: readonly Space[] | undefined,
  mayCorrect: boolean,
): DialogOf {
  const { doorway_name: doorway, space_name: space } = link;
  const zone = zoneOf(link.space_id, spaces ?? []);
  // The choices change very different counts, so none of them is the default.
  const from: EffectiveFrom = mayCorrect ? "" : "now";
  return formDialog({
    title: "Reverse the direction?",
    action: "Reverse",
    initial: { effective_from: from, effective_at: "", others: [] as Doorway["spaces"] },
    request: async (v2, { others, ...values }) => {
      const reverse = (link_id: string, placement: ListedLink["sensor_placement"]) => {
        const sensor_placement = placement === 1 ? -1 : 1;
        const body = { sensor_placement, ...effectiveFromOf(values, zone) } as const;
        return v2.PUT("/v2/links/{link_id}/", { params: { path: { link_id } }, body });
      };
      for (const other of others) await answerOf(reverse(other.link_id, other.sensor_placement));
      return reverse(link.id, link.sensor_placement);
    },
    saved: (_, { others }) => ({
      changed: CHANGED,
      message: `The direction of ${doorway} has been reversed for ${[space, ...others.map(({ name }) => name)].join(", ")}.`,
    }),
    fields: (form) =>
      spaces === undefined ? <Loading /> : <ReverseFields form={form} link={link} zone={zone} />,
  });
}

function ReverseFields(props: {
  readonly form: Form<EffectiveValues & { readonly others: Doorway["spaces"] }>;
  readonly link: ListedLink;
  readonly zone: string;
}) {
  const { form, link, zone } = props;
  const { sensor_placement: placement, effective_until: endedAt } = link;
  const { data: doorways = [] } = useDoorways();
  const { spaces = [] } = doorways.find(({ id }) => id === link.doorway_id) ?? {};
  const others = endedAt ? [] : spaces.filter(({ link_id: id }) => id !== link.id);
  const isAll = form.values.others.length > 0;
  return (
    <>
      <p>
        The sensor at {link.doorway_name} is set up as mounted{" "}
        <strong>{sideOf(placement).toLowerCase()}</strong> {link.space_name}. Its placement becomes{" "}
        <strong>{sideOf(placement === 1 ? -1 : 1).toLowerCase()}</strong>: entrances are counted as exits, and
        exits as entrances.{!isAll && " Links of the doorway to other spaces stay as they are."}
      </p>
      {others.length > 0 && (
        <CheckboxField
          label={`Also reverse the links to ${others.map(({ name }) => name).join(", ")}`}
          value={isAll}
          onChange={(isAll) => form.set({ others: isAll ? others : [] })}
        />
      )}
      {endedAt && (
        <p>
          This link ended on {formatDateTime(endedAt, zone)} ({zone}). Only the counts until then change.
        </p>
      )}
      <ReversedCounts link={link} />
      <EffectiveFromFields form={form} zone={zone} moments={endedAt ? MOMENTS_OF_ENDED : MOMENTS}>
        The change applies from now on. Correcting past counts requires a token with the scope{" "}
        <code>admin</code>.
      </EffectiveFromFields>
      {form.values.effective_from !== "" && (
        <p className="small soft">
          {form.values.effective_from === "now"
            ? "Past counts do not change."
            : "The server derives the counts of that time from the events again. Charts, peaks, breaches and downloads change."}
        </p>
      )}
    </>
  );
}

const HOUR_MS = 3_600_000;
const DAYS = 7;

/** What the latest counts of a link become if it is reversed. */
function ReversedCounts({ link }: { readonly link: ListedLink }) {
  const { space_id, doorway_id } = link;
  const hour = Math.floor(useNow(HOUR_MS) / HOUR_MS) * HOUR_MS;
  const range = rangeParametersOf({ start: hour - DAYS * 24 * HOUR_MS, end: hour + HOUR_MS });
  const totals = useFetched(["events", space_id, "of a doorway", doorway_id, range], async (v2, signal) => {
    const totalOf = async (direction: 1 | -1) => {
      const query = { ...range, doorway_id, direction, page_size: 1 };
      const params = { path: { space_id }, query };
      return (await answerOf(v2.GET("/v2/spaces/{space_id}/events/", { params, signal }))).total;
    };
    return { entrances: await totalOf(1), exits: await totalOf(-1) };
  });
  if (totals.data === undefined) return null;
  const { entrances, exits } = totals.data;
  const text = (first: number, second: number) =>
    `${formatCount(first)} entrances and ${formatCount(second)} exits`;
  return (
    <p>
      Here, the last {DAYS} days have {text(entrances, exits)}. Reversed, they have{" "}
      <strong>{text(exits, entrances)}</strong>.
    </p>
  );
}

const MOMENTS = [
  { value: "beginning", name: "From the beginning", hint: "The placement has always been wrong." },
  { value: "at", name: "From a date and time", hint: "The sensor was turned then." },
  { value: "now", name: "From now on", hint: "The placement was right until now." },
] as const;

const MOMENTS_OF_ENDED = [
  { value: "beginning", name: "From the beginning until the link ended" },
  { value: "at", name: "From a date and time until the link ended" },
] as const;
