import { answerOf } from "../../../../src/client/index.ts";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { LongTextField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { changesOf, textOrNull } from "../../components/form/form-values.ts";
import { type Form, useForm } from "../../components/form/use-form.ts";
import { deviceZone } from "../../format.ts";
import { type Doorway, useSensors } from "../../queries/set-up.ts";
import { EffectiveFromFields } from "./space-form.tsx";
import { type EffectiveFrom, effectiveFromOf } from "./space-values.ts";
import { useSave } from "./use-save.ts";

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

/** The fields that must be unique among doorways. */
const UNIQUE = ["name", "sensor_serial_number"] as const;

function bodyOf({ name, description, sensor_serial_number: serial }: DoorwayValues) {
  return { name, description, sensor_serial_number: textOrNull(serial) };
}

/** Creates a doorway. */
export function NewDoorwayDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, saved } = useSave(onClose);
  const form = useForm({
    initial: BLANK,
    conflicting: UNIQUE,
    send: async (values) => {
      const body = { ...changesOf(bodyOf(BLANK), bodyOf(values)), name: values.name };
      const { id, name } = await answerOf(client.v2.POST("/v2/doorways/", { body }));
      await saved(["doorways", "sensors"], `${name} has been created.`, `/set-up/doorways/${id}`);
    },
  });
  return (
    <FormDialog title="New doorway" form={form} action="Create doorway" onClose={onClose}>
      <DoorwayFields form={form} />
    </FormDialog>
  );
}

/** Changes a doorway, or the sensor that is attached to it. */
export function EditDoorwayDialog(props: { readonly doorway: Doorway; readonly onClose: () => void }) {
  const { doorway, onClose } = props;
  const { client, saved } = useSave(onClose);
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
      await saved(["doorways", "sensors", "spaces", "links"], `${values.name} has been updated.`);
    },
  });
  const isOtherSensor = form.values.sensor_serial_number.trim() !== serial;
  return (
    <FormDialog title={`Edit ${doorway.name}`} form={form} action="Save" onClose={onClose}>
      <DoorwayFields form={form} />
      {isOtherSensor && (
        <EffectiveFromFields
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
        hint="Serial number. An unknown sensor is registered. Leave empty for none."
        {...form.field("sensor_serial_number")}
      />
    </>
  );
}

/** Deletes a doorway; past counts do not change (D19). */
export function DeleteDoorwayDialog(props: { readonly doorway: Doorway; readonly onClose: () => void }) {
  const { doorway, onClose } = props;
  const { client, saved } = useSave(onClose);
  const remove = async () => {
    const path = { doorway_id: doorway.id };
    await answerOf(client.v2.DELETE("/v2/doorways/{doorway_id}/", { params: { path } }));
    const changed = ["doorways", "sensors", "spaces", "links", "tags"] as const;
    await saved(changed, `${doorway.name} has been deleted.`, "/set-up/doorways");
  };
  return (
    <ConfirmDialog
      title={`Delete ${doorway.name}?`}
      action="Delete doorway"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Its links to spaces end now, and its sensor is detached. Past counts do not change.</p>
    </ConfirmDialog>
  );
}
