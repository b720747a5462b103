import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { components } from "../../../src/client/generated/v2.ts";
import { itemsOf } from "../../../src/client/index.ts";
import { compareNames } from "../format.ts";
import { useSession } from "../session.tsx";

export type Doorway = components["schemas"]["Doorway"];
export type Sensor = components["schemas"]["Sensor"];
export type TimeSegmentGroup = components["schemas"]["TimeSegmentGroup"];
export type Token = components["schemas"]["Token"];
export type Webhook = components["schemas"]["Webhook"];

/** What is fetched for the set-up, and shown again once it has changed; the first part of its queries' keys. */
type Fetched =
  | "spaces"
  | "doorways"
  | "links"
  | "resets"
  | "sensor-events"
  | "sensors"
  | "tags"
  | "time-segments"
  | "time-segment-groups"
  | "webhooks"
  | "deliveries"
  | "tokens";

/** What follows from counts. */
const COUNTED = ["counts", "many-counts", "current-count", "hours", "ranking", "breaches", "events"] as const;

/** How often what sensors say is asked for again while it is looked at. */
const SENSORS_MS = 60_000;

/** Has what a change has made stale fetched again; done when what is shown is fresh. */
export function useRefresh(): (...fetched: readonly Fetched[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (...fetched) => {
      // Every change is noted, and counts may follow from it.
      const stale = [...fetched, "audit-log", ...COUNTED];
      await Promise.all(stale.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
    },
    [queryClient],
  );
}

async function everyOne<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Every doorway, by name. */
export function useDoorways() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["doorways"],
    queryFn: async () => {
      const doorways = await everyOne(
        itemsOf((query) => client.v2.GET("/v2/doorways/", { params: { query } })),
      );
      return [...doorways].sort((a, b) => compareNames(a.name, b.name));
    },
  });
}

/** Every sensor, by serial number. */
export function useSensors() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["sensors"],
    queryFn: async () => {
      const sensors = await everyOne(
        itemsOf((query) => client.v2.GET("/v2/sensors/", { params: { query } })),
      );
      return [...sensors].sort((a, b) => compareNames(a.serial_number, b.serial_number));
    },
    refetchInterval: SENSORS_MS,
  });
}

/** The names of the tags in use. */
export function useTags() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["tags"],
    queryFn: async () => {
      const tags = await everyOne(itemsOf((query) => client.v2.GET("/v2/tags/", { params: { query } })));
      return tags.map(({ name }) => name);
    },
  });
}

export function useTimeSegmentGroups() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["time-segment-groups"],
    queryFn: () =>
      everyOne(itemsOf((query) => client.v2.GET("/v2/time_segment_groups/", { params: { query } }))),
  });
}

export function useWebhooks() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["webhooks"],
    queryFn: () => everyOne(itemsOf((query) => client.v2.GET("/v2/webhooks/", { params: { query } }))),
  });
}

/** Every token; only those with the scope admin may see them. */
export function useTokens({ enabled = true } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["tokens"],
    queryFn: () => everyOne(itemsOf((query) => client.v2.GET("/v2/tokens/", { params: { query } }))),
    enabled,
  });
}
