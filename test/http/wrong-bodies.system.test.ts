import { describe, expect, it } from "vitest";
import {
  BODY_BYTES_MAX,
  ISSUES_LISTED_MAX,
  JSON_VALUE_BYTES_MIN,
  JSON_VALUES_MAX,
  OBJECT_MEMBERS_MAX,
  SITE_BYTES_MAX,
  SITE_ITEMS_MAX,
} from "../../src/domain/limits.ts";
import { parse, parseInTurns } from "../../src/schemas/read-value.ts";
import { siteDocument } from "../../src/schemas/site.ts";
import { expectProblem, sharedApi } from "../support/http.ts";
import { heldAtMost } from "../support/waiting.ts";

/**
 * The longest that a wrong body may hold the event loop, in ms of the processor: few take a tenth of it, and one of
 * which each wrong part is an issue takes several seconds.
 */
const HELD_MS_MAX = 1_000;

const JSON_TYPE = { "content-type": "application/json" };

const api = await sharedApi();
await api.app.ready();

/** As many items of a list as a body has room for. */
function listOf(item: string, bytesMax: number): string {
  const values = 1 + (item.match(/[,[{]/g) ?? []).length;
  const bytes = Math.max(item.length + 1, values * JSON_VALUE_BYTES_MIN);
  const items = Array(Math.floor((bytesMax - 1_000) / bytes)).fill(item);
  return `[${items.join(",")}]`;
}

/** An object of many members. */
function objectOf(members: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, index) => [`a${index}`, 1])));
}

/** A description, as far as bodies are concerned. */
interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: DescribedBody }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Fields>> };
}
interface DescribedBody {
  readonly content: Readonly<Record<string, { readonly schema: Fields & { readonly $ref?: string } }>>;
}
interface Fields {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Ids of resources that a path may name. */
const IDS: Readonly<Record<string, string>> = { space_id: "spc_1", doorway_id: "drw_1", link_id: "lnk_1" };

/** The operations that take an object, with the fields of it. */
function bodiesOf({ paths, components }: Described): [operation: string, fields: string[]][] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]): [string, string[]][] => {
      const schema = requestBody?.content["application/json"]?.schema;
      const named = components.schemas[schema?.$ref?.split("/").at(-1) ?? ""] ?? schema;
      const fields = Object.keys(named?.properties ?? {});
      const url = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => IDS[name] ?? "1");
      return fields.length === 0 ? [] : [[`${method.toUpperCase()} ${url}`, fields]];
    }),
  );
}

const WRONG = ["1", "{}", '"x"', '{"name":"a","id":"x"}', '{"name":"a","capacity":1e300}'];

const BODIES = [api.app.describeV1(), api.app.describeV2()].flatMap((each) => bodiesOf(each as Described));

it.each(BODIES)(
  "%s: a body of wrong parts is read as far as issues are listed",
  async (operation, fields) => {
    const [method, url = ""] = operation.split(" ");
    const bytesMax = url.startsWith("/v2/admin/site/") ? SITE_BYTES_MAX : BODY_BYTES_MAX;
    const bodyOf = (field: string, value: string) => `{${JSON.stringify(field)}:${value}}`;
    const ofLists = fields.flatMap((field) => WRONG.map((item) => bodyOf(field, listOf(item, bytesMax))));
    const manyMembers = objectOf(OBJECT_MEMBERS_MAX - 1);
    const ofMembers = [manyMembers, ...fields.map((field) => bodyOf(field, manyMembers))];
    const sent = [
      ...[...ofLists, ...ofMembers].map((raw) => ({ raw, headers: JSON_TYPE })),
      ...ofMembers.map((raw) => ({ raw, headers: { ...JSON_TYPE, prefer: "handling=strict" } })),
    ];
    for (const each of sent) {
      const result = await heldAtMost(
        () => HELD_MS_MAX,
        () => api.send(method as "POST", url, each),
      );
      expect(result.status, `${each.raw.slice(0, 80)} ${result.text}`).toBeLessThan(500);
      expect((result.body.errors ?? []).length).toBeLessThanOrEqual(ISSUES_LISTED_MAX);
    }
  },
);

it.each(["/v2/spaces/", "/v2/admin/site/"])(
  "an object in a body for %s has a limit of members",
  async (url) => {
    const send = (members: number) =>
      api.post(url, undefined, { raw: `{"a":[${objectOf(members)}]}`, headers: JSON_TYPE });
    expect((await send(OBJECT_MEMBERS_MAX)).text).not.toContain("members");
    expectProblem(await send(OBJECT_MEMBERS_MAX + 1), 400, /object with more than 10000 members/);
  },
);

it("the lists of a site document have a limit of items together", async () => {
  const send = (teams: number) => {
    const name = "A";
    const spaces = [{ name, meta: Array(100).fill(0), assigned_teams: Array(teams).fill("B") }];
    return api.post("/v2/admin/site/?dry_run=true", { spaces, doorways: [{ name }] });
  };
  expect((await send(SITE_ITEMS_MAX - 2)).status).toBe(200);
  expectProblem(await send(SITE_ITEMS_MAX - 1), 400, `at most ${SITE_ITEMS_MAX} items together`);
});

it("a body of any path has a limit of values", async () => {
  const send = (values: number) =>
    api.post("/v2/admin/site/", undefined, { raw: `[${"1,".repeat(values - 1)}1]`, headers: JSON_TYPE });
  expect((await send(JSON_VALUES_MAX)).text).not.toContain("values");
  expectProblem(await send(JSON_VALUES_MAX + 1), 400, `more than ${JSON_VALUES_MAX} values`);
});

it("a long document is read in turns with other requests", async () => {
  let reads = 0;
  const readsOfTurns = new Set<number>();
  const spaces = Array.from({ length: 20_000 }, () => ({
    get name() {
      reads++;
      return "A";
    },
  }));
  const reading = parseInTurns(siteDocument, { spaces }, "body");
  let isRead = false;
  void reading.then(() => {
    isRead = true;
  });
  while (!isRead) {
    readsOfTurns.add(reads);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await reading).data).toEqual(parse(siteDocument, { spaces }, "body").data);
  expect(readsOfTurns.size).toBeGreaterThan(3);
});

describe("a list of wrong items", () => {
  /** Wrong items that count how many of them are read. */
  function countedItems(length: number) {
    const counted = { items: [] as object[], reads: 0 };
    counted.items = Array.from({ length }, () => ({
      get name() {
        counted.reads++;
        return "";
      },
    }));
    return counted;
  }

  it.each(["spaces", "doorways", "time_segment_groups"])(
    "of a site's %s is read up to the limit",
    (section) => {
      const counted = countedItems(10_000);
      const { error } = parse(siteDocument, { [section]: counted.items }, "body");
      expect(error?.issues).toHaveLength(ISSUES_LISTED_MAX);
      // Once to find that it is wrong, once for the messages.
      expect(counted.reads).toBe(2 * ISSUES_LISTED_MAX);
    },
  );

  it("in spaces of spaces is read up to the limit in all", () => {
    const counted = countedItems(200);
    const spaces = Array.from({ length: 90 }, () => ({ name: "A", spaces: counted.items }));
    expect(parse(siteDocument, { spaces }, "body").success).toBe(false);
    expect(counted.reads).toBe(2 * ISSUES_LISTED_MAX);
  });

  it.each([
    ["irisys", { FriendlyDeviceSerial: "a", CountLogs: Array(32_700).fill(1) }],
    ["milesight", { device_info: { device_sn: "a" }, line_total_data: Array(32_700).fill(1) }],
    ["xovis", { logics_data: { sensor_info: { serial_number: "a" }, logics: Array(32_700).fill(1) } }],
    ["ngsi", Array(32_700).fill(1)],
  ])("in a message of the adapter %s makes it unusable", async (adapter, body) => {
    expectProblem(await api.post(`/v2/devices/${adapter}/`, body), 400, /body/);
  });

  it("that is long is as wrong as a short one", async () => {
    const { body } = await api.post("/v2/webhooks/", {
      endpoint: "https://example.com/",
      space_ids: Array(64_000).fill("x"),
    });
    expect(body.errors).toHaveLength(ISSUES_LISTED_MAX);
    expect(body.errors[99]).toEqual({
      path: "space_ids.99",
      message: '"x" is not a space id such as spc_12',
    });
  });
});
