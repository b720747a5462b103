import { type DialogOf, deleteDialog, formDialog } from "../../components/form/form-dialog.tsx";
import type { Sensor } from "../../queries/sensors.ts";

/** Ignores the messages of a sensor, or takes them again (D31). */
export function ignoringDialog({ serial_number, ignored }: Sensor): DialogOf {
  const body = { ignored: !ignored };
  return formDialog({
    title: ignored ? `Take messages of ${serial_number} again?` : `Ignore ${serial_number}?`,
    action: ignored ? "Take messages" : "Ignore sensor",
    initial: {},
    request: (v2) => v2.PUT("/v2/sensors/{serial_number}/", { params: { path: { serial_number } }, body }),
    saved: () => ({
      changed: ["sensors"],
      message: ignored
        ? `Messages of ${serial_number} are taken again.`
        : `Messages of ${serial_number} are ignored.`,
    }),
    fields: () => (
      <p>
        {ignored
          ? "What it has sent meanwhile is lost, except what its totals still say."
          : "Its messages are answered, and not stored. What it has sent before does not change."}
      </p>
    ),
  });
}

/** Deletes a sensor that has sent nothing but that it is alive. */
export function deleteSensorDialog({ serial_number }: Sensor): DialogOf {
  return deleteDialog("sensor", serial_number, {
    request: (v2) => v2.DELETE("/v2/sensors/{serial_number}/", { params: { path: { serial_number } } }),
    changed: ["sensors"],
    page: "/set-up/sensors",
    text: "It registers itself again if it sends another message. To prevent that, ignore it.",
  });
}
