import { must } from "../../src/domain/errors.ts";
import { createWebhook } from "../../src/engine/resources/webhooks.ts";
import type { Endpoint } from "./contract.ts";
import { CLUSTER, MIRRORS, SUBSCRIPTION } from "./contract-states.ts";
import { failure, queueCall, recordFailure, startTestCalls } from "./finished-deliveries.ts";
import { type Answer, type ApiOptions, openApi, type Sent, type TestApi } from "./http.ts";

/** The values for the words in braces. */
type Words = Readonly<Record<string, string>>;

/** What to send otherwise than an endpoint's table says. */
export interface Variation {
  /** The query, instead of none. */
  readonly query?: string;
  /** The body, instead of all documented fields. */
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves out the slash at the path's end. */
  readonly bare?: boolean;
  /** Makes nothing again: for requests that are always rejected. */
  readonly isIdle?: boolean;
}

/** A request as it was sent, with its answer. */
export interface Exchange {
  readonly sent: unknown;
  readonly answer: Answer;
}

const CAMPUS = { name: "Campus", space_type: "campus", daily_reset: null };
const FLOOR = { name: "First floor", space_type: "floor" };
const BUILDING = {
  name: "Main building",
  space_type: "building",
  annual_rent: 1000,
  address: "1 Main Street",
};

/** A space of which nothing is null but the rent. */
const HALL = {
  name: "Hall",
  notes: "With a view",
  meta: { crm: 7 },
  function: "event_space",
  time_zone: "UTC",
  capacity: 10,
  target_capacity: 5,
  safe_capacity: 1,
  safe_threshold_mode: "SAFE_CAPACITY",
  safe_threshold_value: 0.5,
  address: "1 Main Street",
  latitude: 47.5,
  longitude: 8.25,
  size_area: 120.5,
};

const SEGMENT = { label: "Open", start: "07:00:00", end: "19:00:00", days: ["Friday"] };
const HEARTBEAT = {
  firmware_version: "1.0",
  network_addresses: [{ if: "eth0", family: "inet", mac: "00:00:5e:00:53:01", address: "192.0.2.1" }],
};

/** Two breaches of the hall's threshold, of which the second lasts. */
const REPORTS = [
  "101 2024-05-10T09:00:00Z 1",
  "101 2024-05-10T09:10:00Z 1",
  "101 2024-05-10T09:20:00Z -1",
  "101 2024-05-10T09:30:00Z 1",
  "102 2024-05-10T09:40:00Z 1",
];

/** An API with a site that has everything at least once, and most of it twice. */
export class ContractSite {
  readonly api: TestApi;
  readonly #words: Words;
  /** The last resource of each kind. */
  readonly #made = new Map<string, Words>();
  #number = 1000;

  private constructor(api: TestApi, words: Words) {
    this.api = api;
    this.#words = words;
  }

  /** Sets it up; it stays until its app is closed. */
  static async open(
    openWith: (options: ApiOptions) => Promise<TestApi> = (options) => openApi(options),
  ): Promise<ContractSite> {
    // Without a rate there is more room for rejected tokens, too.
    const api = await openWith({
      rateLimit: null,
      cluster: async () => CLUSTER,
      mirrors: () => MIRRORS,
      subscription: () => SUBSCRIPTION,
    });
    return new ContractSite(api, await setUp(api));
  }

  /** Sends what an endpoint's table says, with all documented fields, after making its resources again. */
  async send(endpoint: Endpoint, variation: Variation = {}): Promise<Exchange> {
    const words = { ...this.#words, n: String(this.#number++) };
    const all = { ...words, ...(await this.#freshWords(endpoint.fresh, words.n, variation)) };
    const path = fill(endpoint.path, all, encodeURIComponent).replace(/\/$/, "");
    const query = fill(variation.query ?? "", all, encodeURIComponent);
    const body = "body" in variation ? variation.body : bodyOf(endpoint);
    const sent = fillAll(body, all);
    const { token, headers } = variation;
    const answer = await this.api.send(endpoint.method, `${path}${variation.bare ? "" : "/"}${query}`, {
      ...(sent === undefined ? {} : { body: sent }),
      ...(token === undefined ? {} : { token }),
      ...(headers === undefined ? {} : { headers }),
    } satisfies Sent);
    return { sent, answer };
  }

  async #freshWords(kind: string | undefined, n: string, { isIdle }: Variation): Promise<Words> {
    if (kind === undefined) return {};
    const made = (isIdle && this.#made.get(kind)) || (await this.#make(kind, n));
    this.#made.set(kind, made);
    return made;
  }

  /** Makes something that may be changed and deleted; answers what names it, and what it carries. */
  async #make(kind: string, n: string): Promise<Words> {
    const { api } = this;
    const { space_id, webhook_id = "" } = this.#words;
    const id = async (path: string, body: object) => (await api.create(`/${path}/`, body)).id;
    const space = async () => {
      const made = await api.create("/v2/spaces/", { name: `Space ${n}`, space_type: "building" });
      return { space_id: made.id, space_name: String(made.name) };
    };
    const doorway = async () => ({ doorway_id: await id("v2/doorways", { name: `Doorway ${n}` }) });
    const pair = async () => ({ ...(await space()), ...(await doorway()) });
    const makers: Readonly<Record<string, () => Promise<Words>>> = {
      space,
      doorway,
      pair,
      tagged_space: async () => {
        const made = await space();
        await id(`v2/spaces/${made.space_id}/tags`, { tag_name: "old" });
        return { ...made, tag_name: "old" };
      },
      tagged_doorway: async () => {
        const made = await doorway();
        await id(`v2/doorways/${made.doorway_id}/tags`, { tag_name: "old" });
        return { ...made, tag_name: "old" };
      },
      space_with_team: async () => {
        const made = await space();
        const team = await id(`v2/spaces/${made.space_id}/assigned_teams`, { team_name: "Old" });
        return { ...made, assigned_team_id: team };
      },
      link: async () => ({ link_id: await id("v2/links", { ...(await pair()), sensor_placement: 1 }) }),
      reset: async () => ({
        reset_id: await id("v2/resets", { ...(await space()), timestamp: "2024-05-10" }),
      }),
      event: async () => {
        const event = { sensor_id: "snr_103", direction: 1, timestamp: "2024-05-09" };
        return { event_id: await id("v1/events", event) };
      },
      webhook: async () => ({ webhook_id: await id("v2/webhooks", { endpoint: "https://example.com/" }) }),
      delivery: async () => {
        const call = await queueCall(api, space_id ?? "", webhook_id);
        await recordFailure(api, failure(api, call, false));
        return { delivery_id: `dlv_${call}` };
      },
      time_segment: async () => {
        const segment = { ...SEGMENT, label: `Old ${n}`, spaces: [space_id] };
        return { time_segment_id: await id("v2/time_segments", segment) };
      },
      time_segment_group: async () => ({
        time_segment_group_id: await id("v2/time_segment_groups", { name: n }),
      }),
      token: async () => ({ token_id: await id("v2/tokens", { name: n }) }),
      sensor: async () => {
        await api.report(`lone-${n} 2024-05-08T09:00:00Z 1`);
        return { serial_number: `lone-${n}` };
      },
      unused_sensor: async () => {
        await api.post(`/v2/sensors/unused-${n}/heartbeat/`, {});
        return { serial_number: `unused-${n}` };
      },
      import: async () => ({ import_id: await importTwice(api, n) }),
    };
    return must(makers[kind], `maker of a ${kind}`)();
  }
}

/** Loads an interval with two files. @returns the import that it counts by */
async function importTwice(api: TestApi, n: string): Promise<string> {
  const [from, to] = ["2024-05-01T08:00:00Z", "2024-05-01T09:00:00Z"];
  const row = { kind: "interval", serial_number: "102", from, to, in: 3, out: 1 };
  const load = (file: string) => api.post(`/v2/readings/?file=${file}.csv`, [row]);
  const { body } = await load(n);
  await load(`${n}-again`);
  return String(body.import_id);
}

/** An import of one event. @returns its id */
async function importRow(api: TestApi, n: string): Promise<string> {
  const row = {
    sensor_serial_number: "103",
    timestamp: "2024-05-08",
    trajectory: 1,
    event_id: `import ${n}`,
  };
  return String((await api.post(`/v2/sensor_events/?file=${n}.csv`, [row])).body.import_id);
}

async function setUp(api: TestApi): Promise<Words> {
  const id = async (path: string, body: object) => (await api.create(`/v2/${path}/`, body)).id;
  const campus_id = await id("spaces", CAMPUS);
  const building = await id("spaces", { ...BUILDING, parent_id: campus_id });
  const parent_id = await id("spaces", { ...FLOOR, parent_id: building });
  const space_id = await id("spaces", { ...HALL, parent_id });
  const lobby = await id("spaces", { name: "Lobby", parent_id });
  const doorway_id = await id("doorways", { name: "Front door", sensor_serial_number: "101" });
  const back = await id("doorways", { name: "Back door", sensor_serial_number: "102" });
  const linked = { space_id, doorway_id, sensor_placement: 1 };
  const link_id = await id("links", linked);
  for (const [space, doorway, sensor_placement] of [
    [lobby, doorway_id, -1],
    [space_id, back, 1],
  ])
    await id("links", { space_id: space, doorway_id: doorway, sensor_placement });
  for (const path of [`spaces/${space_id}`, `spaces/${lobby}`, `doorways/${doorway_id}`])
    for (const tag_name of ["staffed", "ground"]) await id(`${path}/tags`, { tag_name });
  for (const team_name of ["Facilities", "Security"])
    await id(`spaces/${space_id}/assigned_teams`, { team_name });
  const time_segment_id = await id("time_segments", { ...SEGMENT, spaces: [parent_id] });
  await id("time_segments", { ...SEGMENT, label: "Open late", spaces: [space_id] });
  const segments = { time_segments: [time_segment_id] };
  const time_segment_group_id = await id("time_segment_groups", { name: "Opening times", ...segments });
  await id("time_segment_groups", { name: "All", ...segments });
  for (const timestamp of ["2024-05-10T07:00:00Z", "2024-05-10T08:00:00Z"])
    await id("resets", { space_id, timestamp });
  const webhook = {
    name: "Wallboard",
    description: "In the lobby",
    headers: { "X-Key": "x" },
    space_ids: [space_id],
  };
  const webhook_id = await id("webhooks", { endpoint: "https://example.com/2", ...webhook });
  await api.create("/v1/webhooks/", { endpoint: "https://example.com/1" });
  await setUpDeliveries(api, space_id, webhook_id);
  startTestCalls(api, {
    send: async () => ({ responseStatus: 503, error: "answered 503" }),
    refusalOf: () => "not allowed to connect",
    close: async () => {},
  });
  const token_id = await id("tokens", { name: "Dashboard", scopes: ["display"], space_id, rate: 60 });
  await api.report(...REPORTS, "103 2024-05-10T09:00:00Z 1");
  await api.post("/v2/sensors/101/heartbeat/", HEARTBEAT);
  await api.post("/v2/readings/", [INTERVAL, { ...INTERVAL, in: 9 }]);
  const import_id = await importRow(api, "first");
  await api.delete(`/v2/imports/${await importRow(api, "second")}/`);
  const words = {
    import_id,
    campus_id,
    parent_id,
    space_id,
    doorway_id,
    link_id,
    time_segment_id,
    time_segment_group_id,
  };
  const sensor = { sensor_id: "snr_101", serial_number: "101" };
  const device = { adapter: "xovis", token: "hct_unknown", display_id: space_id.replace("spc", "dsp") };
  return { ...words, ...device, ...sensor, webhook_id, token_id, tag_name: "staffed" };
}

const INTERVAL = {
  kind: "interval",
  serial_number: "101",
  from: "2024-05-09T10:00:00Z",
  to: "2024-05-09T10:15:00Z",
  in: 0,
  out: 0,
  coverage: 0.5,
};

/** Two calls of a webhook, of which one waits to be tried again; and a webhook that the server has disabled. */
async function setUpDeliveries(api: TestApi, space: string, webhook: string): Promise<void> {
  const call = await queueCall(api, space, webhook);
  await queueCall(api, space, webhook);
  await recordFailure(api, failure(api, call, true));
  const { context } = api;
  const fields = { endpoint: "https://example.com/3", version: "v2", enabled: false } as const;
  const made = await createWebhook(context, fields);
  const disabled = { ...made, disabledReason: "it had more than 1000000 pending deliveries" };
  await context.journal.transact(context, (draft) => draft.save({ put: { webhook: [disabled] } }));
}

/** An endpoint's body with all its fields; undefined if it has none. */
function bodyOf({ body, fields }: Endpoint): unknown {
  if (body !== undefined) return body;
  return fields.length === 0 ? undefined : Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/** Fills in the words in braces. */
function fill(text: string, words: Words, encode = (word: string) => word): string {
  return text.replaceAll(/\{(\w+)\}/g, (_braces, word: string) => {
    const value = words[word];
    if (value === undefined) throw new Error(`the site has no ${word}`);
    return encode(value);
  });
}

function fillAll<T>(value: T, words: Words): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === "string" ? fill(each, words) : each,
  );
}
