import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { components } from "../../../src/client/generated/v2.ts";
import type { HeadcountClient, itemsOf, PageQuery } from "../../../src/client/index.ts";
import { compareNames } from "../format.ts";
import { allItems, useFetched } from "./paged.ts";

export type Doorway = components["schemas"]["Doorway"];
export type Sensor = components["schemas"]["Sensor"];
export type TimeSegment = components["schemas"]["TimeSegment"];
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

/** All items of a list, by name if `nameOf` reads it. */
function useAll<Item>(
  key: Fetched,
  request: (v2: HeadcountClient["v2"], query: PageQuery) => ReturnType<Parameters<typeof itemsOf<Item>>[0]>,
  nameOf?: (item: Item) => string,
  refetchInterval: number | false = false,
) {
  return useFetched(
    [key],
    async (v2) => {
      const items = await allItems((query) => request(v2, query));
      return nameOf === undefined ? items : items.toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
    },
    { refetchInterval },
  );
}

/** All doorways, by name. */
export const useDoorways = () =>
  useAll(
    "doorways",
    (v2, query) => v2.GET("/v2/doorways/", { params: { query } }),
    ({ name }) => name,
  );

/** All sensors, by serial number. */
export const useSensors = () =>
  useAll(
    "sensors",
    (v2, query) => v2.GET("/v2/sensors/", { params: { query } }),
    (sensor) => sensor.serial_number,
    SENSORS_MS,
  );

/** The tags in use. */
export const useTags = () => useAll("tags", (v2, query) => v2.GET("/v2/tags/", { params: { query } }));

export const useTimeSegments = () =>
  useAll("time-segments", (v2, query) => v2.GET("/v2/time_segments/", { params: { query } }));

export const useTimeSegmentGroups = () =>
  useAll("time-segment-groups", (v2, query) => v2.GET("/v2/time_segment_groups/", { params: { query } }));

export const useWebhooks = () =>
  useAll("webhooks", (v2, query) => v2.GET("/v2/webhooks/", { params: { query } }));

/** All tokens; requires the scope admin. */
export const useTokens = () => useAll("tokens", (v2, query) => v2.GET("/v2/tokens/", { params: { query } }));
