import { answerOf } from "../../../../src/client/index.ts";
import { RadioGroup } from "../../components/form/choices.tsx";
import { CheckboxField, DateTimeField, SelectField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { fieldError } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import { deviceZone } from "../../format.ts";
import { type Doorway, useDoorways } from "../../queries/set-up.ts";
import { pathChoices, type Space, useSpaces } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { instantOf } from "./space-values.ts";
import { useSave } from "./use-save.ts";

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
  const { client, saved } = useSave(onClose);
  const doorways = useDoorways();
  const spaces = useSpaces();
  const zoneOf = (id: string) => spaces.data?.find((each) => each.id === id)?.time_zone ?? deviceZone();
  const initial: LinkValues = {
    space_id: space?.id ?? "",
    doorway_id: doorway?.name ?? "",
    sensor_placement: "1",
    isDated: false,
    effective_from: "",
  };
  const form = useForm({
    initial,
    send: async (values) => {
      const wanted = values.doorway_id.trim();
      const found = doorways.data?.find(({ name, id }) => name === wanted || id === wanted);
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
      const message = `${link.doorway_name} has been linked to ${link.space_name}.`;
      await saved(["spaces", "doorways", "links"], message);
    },
  });
  return (
    <FormDialog
      title={doorway === undefined ? `Link a doorway to ${space?.name}` : `Link ${doorway.name} to a space`}
      form={form}
      action="Link"
      onClose={onClose}
    >
      {doorway === undefined ? (
        <TextField
          label="Doorway"
          suggestions={unlinkedDoorways(doorways.data ?? [], space)}
          hint="Type a part of its name."
          {...form.field("doorway_id")}
        />
      ) : (
        <SelectField
          label="Space"
          choices={[{ value: "", name: "Select…" }, ...pathChoices(spaces.data ?? [])]}
          {...form.field("space_id")}
        />
      )}
      <RadioGroup label="Sensor placement" choices={PLACEMENTS} {...form.field("sensor_placement")} />
      <p className="field-hint">
        Not sure? Link the doorway, walk in once and check the count. If it falls, select "Reverse direction"
        beside the doorway.
      </p>
      <DatedFields form={form} zone={zoneOf(form.values.space_id)} />
    </FormDialog>
  );
}

/** The start of a link. Setting it requires the scope admin. */
function DatedFields(props: {
  readonly form: ReturnType<typeof useForm<LinkValues>>;
  readonly zone: string;
}) {
  const { form, zone } = props;
  if (!useMay("admin")) return null;
  return (
    <>
      <CheckboxField
        label="Start at a date and time"
        hint="By default, the first link between the two also applies to the past, and later links apply from now on."
        {...form.field("isDated")}
      />
      {form.values.isDated && (
        <DateTimeField label={`Date and time in ${zone}`} {...form.field("effective_from")} />
      )}
    </>
  );
}

function unlinkedDoorways(doorways: readonly Doorway[], space: Space | undefined): readonly string[] {
  const linked = new Set(space?.doorways.map(({ id }) => id));
  return doorways.filter(({ id }) => !linked.has(id)).map(({ name }) => name);
}

/** A link as the tables and dialogs show it. */
export interface ShownLink {
  readonly id: string;
  readonly spaceId: string;
  readonly spaceName: string;
  readonly doorwayName: string;
  readonly placement: 1 | -1;
  /** When it ended, as the API writes it; null for an active link. */
  readonly endedAt: string | null;
}

/** Ends a link, or erases it from past counts too, which requires the scope admin (D5). */
export function UnlinkDialog({ link, onClose }: { readonly link: ShownLink; readonly onClose: () => void }) {
  const { client, saved } = useSave(onClose);
  const mayCorrect = useMay("admin");
  const hasEnded = link.endedAt !== null;
  const form = useForm({
    initial: { erase: hasEnded },
    send: async ({ erase }) => {
      const params = { path: { link_id: link.id }, query: { erase } };
      await answerOf(client.v2.DELETE("/v2/links/{link_id}/", { params }));
      const message = `${link.doorwayName} is no longer linked to ${link.spaceName}.`;
      await saved(["spaces", "doorways", "links"], message);
    },
  });
  return (
    <FormDialog
      title={`${hasEnded ? "Erase the link of" : "Unlink"} ${link.doorwayName} and ${link.spaceName}?`}
      form={form}
      action={form.values.erase ? "Erase link" : "Unlink"}
      isDangerous
      onClose={onClose}
    >
      <p>
        {form.values.erase
          ? "Past counts are recomputed without the events of this link."
          : "Events from now on do not change the count. Past counts do not change."}
      </p>
      {mayCorrect && !hasEnded && (
        <CheckboxField label="Erase it from past counts too" {...form.field("erase")} />
      )}
    </FormDialog>
  );
}
