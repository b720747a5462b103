import type { components, operations } from "../client/generated/v2.ts";
import { formatInstant } from "../domain/instant.ts";
import type { SensorReport } from "../engine/ports.ts";
import type { Work } from "./server-client.ts";

/** A sensor report as the API takes it. */
export type ReportRow = ReturnType<typeof toRow>;

export function toRow({ serialNumber, timestamp, trajectory, eventId }: SensorReport) {
  return {
    sensor_serial_number: serialNumber,
    timestamp: formatInstant(timestamp),
    trajectory,
    ...(eventId === null ? {} : { event_id: eventId }),
  };
}

/**
 * Sends a batch, and returns what became of its rows. A server that rejects all of them answers 400 with the same members (D22).
 *
 * @throws Problem for another error response
 */
export function batchAnswer(
  body: readonly ReportRow[],
  query: NonNullable<operations["ingestSensorEvents"]["parameters"]["query"]> = {},
): Work<components["schemas"]["Ingest"]> {
  return async ({ v2 }, { answerOf }) => {
    const outcome = await v2.POST("/v2/sensor_events/", { params: { query }, body: [...body] });
    const { error } = outcome;
    if (error?.type === "/problems/rows-rejected") return error as unknown as components["schemas"]["Ingest"];
    return answerOf(Promise.resolve(outcome));
  };
}
