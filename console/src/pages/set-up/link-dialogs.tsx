import { answerOf } from "../../../../src/client/index.ts";
import { RadioGroup } from "../../components/form/choices.tsx";
import { CheckboxField, DateTimeField, SelectField, TextField } from "../../components/form/fields.tsx";
import { type Form, FormDialog } from "../../components/form/form-dialog.tsx";
import { fieldError } from "../../components/form/form-values.ts";
import { Loading } from "../../components/states.tsx";
import { deviceZone, formatDateTime } from "../../format.ts";
import type { ListedLink } from "../../queries/paged.ts";
import { type Doorway, useDoorways } from "../../queries/set-up.ts";
import { pathChoices, type Space, useSpaces } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { sideOf } from "./labels.ts";
import { EffectiveFromFields } from "./space-form.tsx";
import { type EffectiveFrom, effectiveFromOf, instantOf } from "./space-values.ts";

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

interface LinkValues {
  readonly space_id: string;
  /** The unique name of the doorway, or its id. */
  readonly doorway_id: string;
  readonly sensor_placement: "1" | "-1";
  readonly isDated: boolean;
  /** `YYYY-MM-DDTHH:MM`, local. */
  readonly effective_from: string;
}

/** Links a doorway to a space. One of them is given, the user selects the other. */
export function LinkDialog(props: {
  readonly space?: Space;
  readonly doorway?: Doorway;
  readonly onClose: () => void;
}) {
  const { space, doorway, onClose } = props;
  const { data: doorways = [] } = useDoorways();
  const { data: spaces = [] } = useSpaces();
  const zoneOf = (id: string) => spaces.find((each) => each.id === id)?.time_zone ?? deviceZone();
  const linked = new Set(space?.doorways.map(({ id }) => id));
  const initial: LinkValues = {
    space_id: space?.id ?? "",
    doorway_id: doorway?.name ?? "",
    sensor_placement: "1",
    isDated: false,
    effective_from: "",
  };
  return (
    <FormDialog
      title={doorway === undefined ? `Link a doorway to ${space?.name}` : `Link ${doorway.name} to a space`}
      action="Link"
      initial={initial}
      send={async (client, values) => {
        const wanted = values.doorway_id.trim();
        const found = doorways.find(({ name, id }) => name === wanted || id === wanted);
        if (found === undefined) throw fieldError("doorway_id", "no doorway has this name");
        if (values.space_id === "") throw fieldError("space_id", "is required");
        const from = () => instantOf(values.effective_from, zoneOf(values.space_id), "effective_from");
        const body = {
          space_id: values.space_id,
          doorway_id: found.id,
          sensor_placement: values.sensor_placement === "1" ? 1 : -1,
          ...(values.isDated ? { effective_from: from() } : {}),
        } as const;
        const link = await answerOf(client.v2.POST("/v2/links/", { body }));
        return { changed: CHANGED, message: `${link.doorway_name} has been linked to ${link.space_name}.` };
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {doorway === undefined ? (
            <TextField
              suggestions={doorways.filter(({ id }) => !linked.has(id)).map(({ name }) => name)}
              {...form.field("doorway_id", "Doorway", "Type a part of its name.")}
            />
          ) : (
            <SelectField
              choices={[{ value: "", name: "Select…" }, ...pathChoices(spaces)]}
              {...form.field("space_id", "Space")}
            />
          )}
          <RadioGroup choices={PLACEMENTS} {...form.field("sensor_placement", "Sensor placement")} />
          <p className="field-hint">
            Not sure? Link the doorway, walk in once and check the count. If it falls, select "Reverse
            direction" beside the doorway.
          </p>
          <DatedFields form={form} zone={zoneOf(form.values.space_id)} />
        </>
      )}
    </FormDialog>
  );
}

const DATED_HINT =
  "By default, the first link between the two also applies to the past, and later links apply from now on.";

/** The start of a link. Setting it requires the scope admin. */
function DatedFields({ form, zone }: { readonly form: Form<LinkValues>; readonly zone: string }) {
  if (!useMay("admin")) return null;
  return (
    <>
      <CheckboxField {...form.field("isDated", "Start at a date and time", DATED_HINT)} />
      {form.values.isDated && <DateTimeField {...form.field("effective_from", `Date and time in ${zone}`)} />}
    </>
  );
}

interface LinkDialogProps {
  readonly link: ListedLink;
  readonly onClose: () => void;
}

/** Ends a link, or erases it from past counts too, which requires the scope admin (D5). */
export function UnlinkDialog({ link, onClose }: LinkDialogProps) {
  const { id, doorway_name: doorway, space_name: space } = link;
  const mayCorrect = useMay("admin");
  const hasEnded = Boolean(link.effective_until);
  return (
    <FormDialog
      title={`${hasEnded ? "Erase the link of" : "Unlink"} ${doorway} and ${space}?`}
      action={({ erase }) => (erase ? "Erase link" : "Unlink")}
      isDangerous
      initial={{ erase: hasEnded }}
      send={async (client, query) => {
        const params = { path: { link_id: id }, query };
        await answerOf(client.v2.DELETE("/v2/links/{link_id}/", { params }));
        return { changed: CHANGED, message: `${doorway} is no longer linked to ${space}.` };
      }}
      onClose={onClose}
    >
      {(form) => (
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
      )}
    </FormDialog>
  );
}

/** Corrects the sensor placement of a link, from now on or in the past (D22). */
export function ReverseLinkDialog({ link, onClose }: LinkDialogProps) {
  const { doorway_name: doorway, space_name: space, effective_until: endedAt } = link;
  const mayCorrect = useMay("admin");
  const spaces = useSpaces();
  const zone = spaces.data?.find(({ id }) => id === link.space_id)?.time_zone ?? deviceZone();
  const placement = link.sensor_placement === 1 ? -1 : 1;
  const from: EffectiveFrom = mayCorrect ? "beginning" : "now";
  return (
    <FormDialog
      title="Reverse the direction?"
      action="Reverse"
      initial={{ effective_from: from, effective_at: "" }}
      send={async (client, values) => {
        const body = { sensor_placement: placement, ...effectiveFromOf(values, zone) } as const;
        const params = { path: { link_id: link.id } };
        await answerOf(client.v2.PUT("/v2/links/{link_id}/", { params, body }));
        return { changed: CHANGED, message: `The direction of ${doorway} has been reversed for ${space}.` };
      }}
      onClose={onClose}
    >
      {(form) =>
        spaces.isPending ? (
          <Loading />
        ) : (
          <>
            <p>
              The sensor at {doorway} is set up as mounted{" "}
              <strong>{sideOf(link.sensor_placement).toLowerCase()}</strong> {space}. Its placement becomes{" "}
              <strong>{sideOf(placement).toLowerCase()}</strong>: entrances are counted as exits, and exits as
              entrances.
            </p>
            {endedAt && (
              <p>
                This link ended on {formatDateTime(endedAt, zone)} ({zone}). Only the counts until then
                change.
              </p>
            )}
            <EffectiveFromFields form={form} zone={zone} moments={endedAt ? MOMENTS_OF_ENDED : MOMENTS}>
              The change applies from now on. Correcting past counts requires a token with the scope{" "}
              <code>admin</code>.
            </EffectiveFromFields>
            <p className="field-hint">
              {form.values.effective_from === "now"
                ? "Past counts do not change."
                : "The server derives the counts of that time from the events again. Charts, peaks, breaches and downloads change."}
            </p>
          </>
        )
      }
    </FormDialog>
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
