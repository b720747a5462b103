import { answerOf, itemsOf } from "../../src/client/index.ts";
import type { Visit } from "./browser.ts";

/** The sensors at the doors of two spaces of the demo, of which each has one. */
export const SENSORS = { Cafe: "1012", Gym: "2002" } as const;

/** A space of the demo, by name. */
export async function spaceNamed({ client }: Visit, name: string) {
  for await (const space of itemsOf((query) => client.v2.GET("/v2/spaces/", { params: { query } })))
    if (space.name === name) return space;
  throw new Error(`the demo has no ${name}`);
}

/** Sets a space's count as of now. */
export async function setCount({ client }: Visit, spaceId: string, count: number): Promise<void> {
  const timestamp = new Date().toISOString();
  await answerOf(client.v2.POST("/v2/resets/", { body: { space_id: spaceId, timestamp, count } }));
}

/** Lets a person pass a sensor now: inwards with 1, outwards with -1. */
export async function pass({ client }: Visit, sensor: string, trajectory: 1 | -1): Promise<void> {
  const event = { sensor_serial_number: sensor, timestamp: new Date().toISOString(), trajectory };
  await answerOf(client.v2.POST("/v2/sensor_events/", { body: [event] }));
}
