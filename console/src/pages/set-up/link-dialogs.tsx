import { answerOf } from "../../../../src/client/index.ts";
import { RadioGroup } from "../../components/form/choices.tsx";
import { CheckboxField, SelectField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { complaint } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import { useToast } from "../../components/toast.tsx";
import { deviceZone } from "../../format.ts";
import { type Doorway, useDoorways, useRefresh } from "../../queries/set-up.ts";
import { pathOf, type Space, useSpaces } from "../../queries/spaces.ts";
import { useMay, useSession } from "../../session.tsx";
import { instantOf } from "./space-values.ts";

/** What a sensor's placement means for a count (D4). */
const PLACEMENTS = [
  {
    value: "1",
    name: "Inside this space",
    hint: "The sensor hangs on this side of the doorway: what it reports as coming in comes in here.",
  },
  {
    value: "-1",
    name: "Outside this space",
    hint: "It hangs on the other side, as in the corridor: what it reports as coming in there goes out here.",
  },
] as const;

interface LinkValues {
  readonly space_id: string;
  /** By its name, which is unique. */
  readonly doorway_id: string;
  readonly sensor_placement: "1" | "-1";
  readonly isDated: boolean;
  /** Local, as `datetime-local` has it. */
  readonly effective_from: string;
}

/** Links a doorway to a space: either is given, the other is chosen. */
export function LinkDialog(props: {
  readonly space?: Space;
  readonly doorway?: Doorway;
  readonly onClose: () => void;
}) {
  const { space, doorway, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const doorways = useDoorways();
  const spaces = useSpaces();
  const chosenSpace = (id: string) => spaces.data?.find((each) => each.id === id);
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
      if (found === undefined) throw complaint("doorway_id", "no doorway has this name");
      if (values.space_id === "") throw complaint("space_id", "choose a space");
      const zone = chosenSpace(values.space_id)?.time_zone ?? deviceZone();
      const body = {
        space_id: values.space_id,
        doorway_id: found.id,
        sensor_placement: values.sensor_placement === "1" ? 1 : -1,
        ...(values.isDated
          ? { effective_from: instantOf(values.effective_from, zone, "effective_from") }
          : {}),
      } as const;
      const link = await answerOf(client.v2.POST("/v2/links/", { body }));
      await refresh("spaces", "doorways", "links");
      toast(`${link.doorway_name} leads into ${link.space_name} now.`);
      onClose();
    },
  });
  const zone = chosenSpace(form.values.space_id)?.time_zone ?? deviceZone();
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
          suggestions={freeDoorways(doorways.data ?? [], space)}
          hint="Type a part of its name."
          {...form.field("doorway_id")}
        />
      ) : (
        <SelectField
          label="Space"
          choices={[{ value: "", name: "Choose…" }, ...spaceChoices(spaces.data ?? [])]}
          {...form.field("space_id")}
        />
      )}
      <RadioGroup label="The sensor hangs" choices={PLACEMENTS} {...form.field("sensor_placement")} />
      <p className="field-hint">
        Not sure? Link it, walk in once and look at the count: if it goes down, choose "Wrong way round?"
        beside the doorway.
      </p>
      <DatedFields form={form} zone={zone} />
    </FormDialog>
  );
}

/** The first link of the two holds at all times before, too, unless it is dated, which needs the scope admin. */
function DatedFields({
  form,
  zone,
}: {
  readonly form: ReturnType<typeof useForm<LinkValues>>;
  readonly zone: string;
}) {
  const mayCorrect = useMay("admin");
  if (!mayCorrect) return null;
  return (
    <>
      <CheckboxField
        label="Only from a date and time on"
        hint="Otherwise the first link of the two holds at all times before, too, and a later one from now on."
        {...form.field("isDated")}
      />
      {form.values.isDated && (
        <TextField
          type="datetime-local"
          label={`Date and time in ${zone}`}
          {...form.field("effective_from")}
        />
      )}
    </>
  );
}

function freeDoorways(doorways: readonly Doorway[], space: Space | undefined): readonly string[] {
  const taken = new Set(space?.doorways.map(({ id }) => id));
  return doorways.filter(({ id }) => !taken.has(id)).map(({ name }) => name);
}

function spaceChoices(spaces: readonly Space[]) {
  return spaces.map((space) => ({
    value: space.id,
    name: [pathOf(space), space.name].filter(Boolean).join(" › "),
  }));
}

/** A link as it is spoken of. */
export interface ShownLink {
  readonly id: string;
  readonly spaceName: string;
  readonly doorwayName: string;
  /** Whether it has ended, so that it can only be erased. */
  readonly hasEnded?: boolean;
}

/** Ends a link; or removes it as if it had never been, which needs the scope admin (D5). */
export function UnlinkDialog({ link, onClose }: { readonly link: ShownLink; readonly onClose: () => void }) {
  const { client } = useSession();
  const mayCorrect = useMay("admin");
  const refresh = useRefresh();
  const toast = useToast();
  const { hasEnded = false } = link;
  const form = useForm({
    initial: { erase: hasEnded },
    send: async ({ erase }) => {
      const params = { path: { link_id: link.id }, query: { erase } };
      await answerOf(client.v2.DELETE("/v2/links/{link_id}/", { params }));
      await refresh("spaces", "doorways", "links");
      toast(`${link.doorwayName} is no longer linked to ${link.spaceName}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`${hasEnded ? "Erase the link of" : "Unlink"} ${link.doorwayName} and ${link.spaceName}?`}
      form={form}
      action={form.values.erase ? "Erase the link" : "Unlink"}
      isDangerous
      onClose={onClose}
    >
      <p>
        {form.values.erase
          ? "Counts of the past change: all that came through this link is taken out of them."
          : "Nothing that passes from now on is counted here. What was counted stays."}
      </p>
      {mayCorrect && !hasEnded && (
        <CheckboxField label="It was a mistake: remove it as if it had never been" {...form.field("erase")} />
      )}
    </FormDialog>
  );
}
