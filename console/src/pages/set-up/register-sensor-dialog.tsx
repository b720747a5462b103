import { useNavigate } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { complaint, textOrNull } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import { useToast } from "../../components/toast.tsx";
import { useRefresh } from "../../queries/set-up.ts";
import { useSession } from "../../session.tsx";

/** Makes a sensor known by a heartbeat in its name, before it has reported anything (D20, D22). */
export function RegisterSensorDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const navigate = useNavigate();
  const form = useForm({
    initial: { serial_number: "", sensor_type: "", firmware_version: "" },
    send: async (values) => {
      const serial = values.serial_number.trim();
      // It stands in the path, where an empty one would name nothing.
      if (serial === "") throw complaint("serial_number", "is required");
      const type = textOrNull(values.sensor_type);
      const firmware = textOrNull(values.firmware_version);
      const body = {
        ...(type === null ? {} : { sensor_type: type }),
        ...(firmware === null ? {} : { firmware_version: firmware }),
      };
      const path = { serial_number: serial };
      await answerOf(client.v2.POST("/v2/sensors/{serial_number}/heartbeat/", { params: { path }, body }));
      await refresh("sensors");
      toast(`Sensor ${serial} has been registered.`);
      onClose();
      await navigate(`/set-up/sensors/${encodeURIComponent(serial)}`);
    },
  });
  return (
    <FormDialog title="Register a sensor" form={form} action="Register" onClose={onClose}>
      <p className="field-hint">
        Sensors make themselves known when they report. This does it beforehand, by a heartbeat in the
        sensor's name: it counts as online for a while.
      </p>
      <TextField label="Serial number" {...form.field("serial_number")} />
      <div className="form-columns">
        <TextField label="Type" placeholder="s5" {...form.field("sensor_type")} />
        <TextField label="Firmware" {...form.field("firmware_version")} />
      </div>
    </FormDialog>
  );
}
