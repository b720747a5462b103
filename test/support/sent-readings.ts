import type { Body, TestApi } from "./http.ts";

/** The path that readings of devices are sent to. */
export const READINGS = "/v2/readings/";

/** The answer to readings of which nothing became anything. */
export const NOTHING = {
  ...{ accepted: 0, duplicates: 0, rejected: 0, alive: 0, errors: [], results: {} },
  counted: { in: 0, out: 0 },
};

/** A time of 10 May 2024: a minute of 11 o'clock, or `HH:MM`; a whole timestamp stays as it is. */
export function timeOf(time: number | string): string {
  if (typeof time === "number") return timeOf(`11:${String(time).padStart(2, "0")}`);
  return /^\d\d:\d\d$/.test(time) ? `2024-05-10T${time}:00Z` : time;
}

/** Totals as a device sends them; by default of sensor `a`, with nothing that went out. */
export function total(
  time: number | string,
  inTotal: number | null,
  outTotal: number | null = 0,
  more: object = {},
) {
  const totals = { in_total: inTotal, out_total: outTotal };
  return { kind: "total", serial_number: "a", at: timeOf(time), ...totals, ...more };
}

/** What passed a sensor between two times; by default of sensor `a`, with nothing that went out. */
export function interval(
  from: number | string,
  to: number | string,
  entered: number,
  left = 0,
  more: object = {},
) {
  const span = { from: timeOf(from), to: timeOf(to) };
  return { kind: "interval", serial_number: "a", ...span, in: entered, out: left, ...more };
}

/** The present count of a space. */
export async function countOf({ api, space }: { readonly api: TestApi; readonly space: string }) {
  return (await api.get(`/v2/spaces/${space}/`)).body.current_count;
}

/** What became of a sensor's readings, by time, each as `result in out`. */
export async function resultsOf({ api }: { readonly api: TestApi }, serial = "a"): Promise<string[]> {
  const { body } = await api.get(`/v2/sensors/${serial}/readings/?page_size=1000`);
  return body.results
    .map(({ result, counted }: Body) => `${result} ${Object.values(counted as object).join(" ")}`)
    .reverse();
}
