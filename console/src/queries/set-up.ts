import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { components } from "../../../src/client/generated/v2.ts";
import { compareNames } from "../format.ts";
import { useSession } from "../session.tsx";
import { allItems } from "./all-items.ts";

export type Doorway = components["schemas"]["Doorway"];
export type Sensor = components["schemas"]["Sensor"];
export type TimeSegmentGroup = components["schemas"]["TimeSegmentGroup"];
export type Token = components["schemas"]["Token"];
export type Webhook = components["schemas"]["Webhook"];

/** The data of the set-up; the first part of the keys of its queries. */
export type Fetched =
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

/** The queries of data that is derived from counts. */
const COUNTED = ["counts", "many-counts", "current-count", "hours", "ranking", "breaches", "events"] as const;

/** The time between refetches of sensors. */
const SENSORS_MS = 60_000;

/** Refetches changed data, counts and the audit log. Resolves when all of it is fresh. */
export function useRefresh(): (...changed: readonly Fetched[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (...changed) => {
      const stale = [...changed, "audit-log", ...COUNTED];
      await Promise.all(stale.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
    },
    [queryClient],
  );
}

/** All doorways, by name. */
export function useDoorways() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["doorways"],
    queryFn: async () => {
      const doorways = await allItems((query) => client.v2.GET("/v2/doorways/", { params: { query } }));
      return doorways.toSorted((a, b) => compareNames(a.name, b.name));
    },
  });
}

/** All sensors, by serial number. */
export function useSensors() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["sensors"],
    queryFn: async () => {
      const sensors = await allItems((query) => client.v2.GET("/v2/sensors/", { params: { query } }));
      return sensors.toSorted((a, b) => compareNames(a.serial_number, b.serial_number));
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
      const tags = await allItems((query) => client.v2.GET("/v2/tags/", { params: { query } }));
      return tags.map(({ name }) => name);
    },
  });
}

export function useTimeSegmentGroups() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["time-segment-groups"],
    queryFn: () => allItems((query) => client.v2.GET("/v2/time_segment_groups/", { params: { query } })),
  });
}

export function useWebhooks() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["webhooks"],
    queryFn: () => allItems((query) => client.v2.GET("/v2/webhooks/", { params: { query } })),
  });
}

/** All tokens; requires the scope admin. */
export function useTokens() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["tokens"],
    queryFn: () => allItems((query) => client.v2.GET("/v2/tokens/", { params: { query } })),
  });
}
