import { useNavigate } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { LongTextField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { changesOf, textOrNull } from "../../components/form/form-values.ts";
import { type Form, useForm } from "../../components/form/use-form.ts";
import { useToast } from "../../components/toast.tsx";
import { deviceZone } from "../../format.ts";
import { type Doorway, useRefresh, useSensors } from "../../queries/set-up.ts";
import { useSession } from "../../session.tsx";
import { EffectiveFromFields } from "./space-form.tsx";
import { type EffectiveFrom, effectiveFromOf } from "./space-values.ts";

interface DoorwayValues {
  readonly name: string;
  readonly description: string;
  readonly sensor_serial_number: string;
  readonly effective_from: EffectiveFrom;
  readonly effective_at: string;
}

const BLANK: DoorwayValues = {
  name: "",
  description: "",
  sensor_serial_number: "",
  effective_from: "now",
  effective_at: "",
};

/** The fields that another doorway may have taken. */
const UNIQUE = ["name", "sensor_serial_number"] as const;

function bodyOf({ name, description, sensor_serial_number: serial }: DoorwayValues) {
  return { name, description, sensor_serial_number: textOrNull(serial) };
}

/** Creates a doorway. */
export function NewDoorwayDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const navigate = useNavigate();
  const form = useForm({
    initial: BLANK,
    conflicting: UNIQUE,
    send: async (values) => {
      const body = { ...changesOf(bodyOf(BLANK), bodyOf(values)), name: values.name };
      const doorway = await answerOf(client.v2.POST("/v2/doorways/", { body }));
      await refresh("doorways", "sensors");
      toast(`${doorway.name} has been created.`);
      onClose();
      await navigate(`/set-up/doorways/${doorway.id}`);
    },
  });
  return (
    <FormDialog title="New doorway" form={form} action="Create the doorway" onClose={onClose}>
      <DoorwayFields form={form} />
    </FormDialog>
  );
}

/** Changes a doorway, or what is mounted at it. */
export function EditDoorwayDialog(props: { readonly doorway: Doorway; readonly onClose: () => void }) {
  const { doorway, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const serial = doorway.sensor_serial_number ?? "";
  const { name, description } = doorway;
  const initial = { ...BLANK, name, description, sensor_serial_number: serial };
  const form = useForm({
    initial,
    conflicting: UNIQUE,
    send: async (values) => {
      const changed = changesOf(bodyOf(initial), bodyOf(values));
      const from = "sensor_serial_number" in changed ? effectiveFromOf(values, deviceZone()) : undefined;
      const body = from === undefined ? changed : { ...changed, effective_from: from };
      const path = { doorway_id: doorway.id };
      await answerOf(client.v2.PUT("/v2/doorways/{doorway_id}/", { params: { path }, body }));
      await refresh("doorways", "sensors", "spaces", "links");
      toast(`${values.name} has been changed.`);
      onClose();
    },
  });
  const isRemounted = form.values.sensor_serial_number.trim() !== serial;
  return (
    <FormDialog title={`Edit ${doorway.name}`} form={form} action="Save" onClose={onClose}>
      <DoorwayFields form={form} />
      {isRemounted && (
        <EffectiveFromFields
          what="Changes of the sensor"
          from={form.field("effective_from")}
          at={form.field("effective_at")}
          zone={deviceZone()}
        />
      )}
    </FormDialog>
  );
}

function DoorwayFields({ form }: { readonly form: Form<DoorwayValues> }) {
  const sensors = useSensors();
  const free = sensors.data?.filter(({ doorway_id: doorwayId }) => doorwayId === null) ?? [];
  return (
    <>
      <TextField label="Name" {...form.field("name")} />
      <LongTextField label="Description" rows={2} {...form.field("description")} />
      <TextField
        label="Sensor"
        suggestions={free.map((sensor) => sensor.serial_number)}
        hint="Its serial number; one that is not known yet is registered. Empty: none."
        {...form.field("sensor_serial_number")}
      />
    </>
  );
}

/** Deletes a doorway: what was counted through it stays (D19). */
export function DeleteDoorwayDialog(props: { readonly doorway: Doorway; readonly onClose: () => void }) {
  const { doorway, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const navigate = useNavigate();
  const remove = async () => {
    const path = { doorway_id: doorway.id };
    await answerOf(client.v2.DELETE("/v2/doorways/{doorway_id}/", { params: { path } }));
    await refresh("doorways", "sensors", "spaces", "links", "tags");
    toast(`${doorway.name} has been deleted.`);
    onClose();
    await navigate("/set-up/doorways");
  };
  return (
    <ConfirmDialog
      title={`Delete ${doorway.name}?`}
      action="Delete the doorway"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        Its links to spaces end now, and its sensor is free for another doorway. What was counted through it
        stays.
      </p>
    </ConfirmDialog>
  );
}
