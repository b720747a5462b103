import { expect } from "vitest";
import { ask, demand } from "./live-api.ts";
import { ALL_SERIALS, SERIALS } from "./live-site.ts";

/**
 * What is not the same at every server: what it says of itself and of the token that it was started with; what it knows
 * of sensors since its start; and a stream that does not end.
 */
const UNCOMPARED = /^\/v\d\/(?:admin\/cluster|tokens|tokens\/current|live|sensors|sensors\/\{\w+\})\/$/;

/** Operations whose parameters have no value at the site. */
const WITHOUT_VALUE = /\{(?:tag_name|time_segment_id|time_segment_group_id|import_id)\}/;

/** How far back events and counts are compared, in ms. */
const COMPARED_MS = 4 * 86_400_000;

/** Parameters that are given where an operation has them: without, what is answered depends on the moment. */
const DEFINING = ["page_size", "end_time"];

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
}

type Paths = Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;

/** Every operation of both documents that reads must be answered alike by all servers, to the byte. */
export async function compareServers(addresses: readonly string[]): Promise<void> {
  const different: string[] = [];
  for (const path of await readingPaths(String(addresses[0]))) {
    const accept = /^\/v2\/admin\/exports\/|^\/v1\/csv\//.test(path) ? "text/csv" : undefined;
    const answers = await Promise.all(addresses.map((address) => ask(address, path, {}, accept)));
    // The links of an answer are to the server that gives it.
    const texts = answers.map(({ text }, index) => text.replaceAll(String(addresses[index]), ""));
    const isSuccessful = answers.every(({ status }) => status === 200);
    if (!isSuccessful || new Set(texts).size > 1) different.push(`${path}: ${differenceOf(texts)}`);
  }
  expect(different).toEqual([]);
}

/** What some texts are where they begin to differ. */
function differenceOf(texts: readonly string[]): string {
  const [first = ""] = texts;
  const at = [...first].findIndex((letter, index) => texts.some((text) => text[index] !== letter));
  return texts.map((text) => text.slice(Math.max(0, at - 100), at + 200)).join(" | ");
}

async function readingPaths(address: string): Promise<string[]> {
  const idsOf = async (list: string) => {
    const { results } = await demand<{ results: { id: string }[] }>(address, `/v2/${list}/?page_size=1000`);
    return results.map(({ id }) => id);
  };
  const [spaces, doorways, links, webhooks] = await Promise.all(
    ["spaces", "doorways", "links", "webhooks"].map(idsOf),
  );
  const values: Readonly<Record<string, readonly string[]>> = {
    "{space_id}": spaces?.slice(0, 20) ?? [],
    "{display_id}": spaces?.slice(0, 2).map((id) => id.replace("spc", "dsp")) ?? [],
    "{doorway_id}": doorways ?? [],
    "{link_id}": links ?? [],
    "{webhook_id}": webhooks ?? [],
    "{serial_number}": ALL_SERIALS,
    "{sensor_id}": [`snr_${SERIALS.keyed}`],
  };
  const now = Date.now();
  const queries: Readonly<Record<string, string>> = {
    start_time: new Date(now - COMPARED_MS).toISOString(),
    end_time: new Date(now).toISOString(),
    space_id: String(spaces?.[0]),
    page_size: "1000",
  };
  const documents = await Promise.all(
    ["v1", "v2"].map((version) => demand<{ paths: Paths }>(address, `/${version}/openapi.json`)),
  );
  return documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, { get }]) => {
      if (get === undefined || UNCOMPARED.test(path) || WITHOUT_VALUE.test(path)) return [];
      const query = (get.parameters ?? [])
        .filter(({ name, required, in: place }) => place === "query" && (required || DEFINING.includes(name)))
        .map(({ name }) => `${name}=${queries[name]}`);
      const [place = ""] = /\{\w+\}/.exec(path) ?? [];
      const filled = place === "" ? [path] : (values[place] ?? []).map((value) => path.replace(place, value));
      if (filled.length === 0) throw new Error(`${path}: no value for ${place}`);
      return filled.map((each) => (query.length === 0 ? each : `${each}?${query.join("&")}`));
    }),
  );
}
