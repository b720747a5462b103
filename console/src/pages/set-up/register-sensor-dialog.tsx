import { answerOf } from "../../../../src/client/index.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { fieldError, textOrNull } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import { useSave } from "./use-save.ts";

/** Registers a sensor with a heartbeat, before its first report (D20, D22). */
export function RegisterSensorDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, saved } = useSave(onClose);
  const form = useForm({
    initial: { serial_number: "", sensor_type: "", firmware_version: "" },
    send: async (values) => {
      const serial = values.serial_number.trim();
      // It is a part of the path, which cannot be empty.
      if (serial === "") throw fieldError("serial_number", "is required");
      const type = textOrNull(values.sensor_type);
      const firmware = textOrNull(values.firmware_version);
      const body = {
        ...(type === null ? {} : { sensor_type: type }),
        ...(firmware === null ? {} : { firmware_version: firmware }),
      };
      const path = { serial_number: serial };
      await answerOf(client.v2.POST("/v2/sensors/{serial_number}/heartbeat/", { params: { path }, body }));
      const page = `/set-up/sensors/${encodeURIComponent(serial)}`;
      await saved(["sensors"], `Sensor ${serial} has been registered.`, page);
    },
  });
  return (
    <FormDialog title="Register sensor" form={form} action="Register" onClose={onClose}>
      <p className="field-hint">
        The first report of a sensor registers it automatically. This form registers a sensor earlier by
        sending a heartbeat for it. The sensor then appears online for a few minutes.
      </p>
      <TextField label="Serial number" {...form.field("serial_number")} />
      <div className="form-columns">
        <TextField label="Type" placeholder="s5" {...form.field("sensor_type")} />
        <TextField label="Firmware" {...form.field("firmware_version")} />
      </div>
    </FormDialog>
  );
}
