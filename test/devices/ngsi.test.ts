import { describe, expect, it } from "vitest";
import { ngsi } from "../../src/devices/ngsi.ts";
import { checkAnswersAnything, hasSamples, sampleBody, translate } from "../support/device-messages.ts";

const ID = "urn:ngsi-ld:CrowdFlowObserved:Gate_1";
const FROM = Date.UTC(2018, 7, 7, 11, 10);
const TIMES = { dateObservedFrom: "2018-08-07T11:10:00Z", dateObservedTo: "2018-08-07T11:15:00Z" };

function entity(fields: object) {
  return { id: ID, type: "CrowdFlowObserved", ...fields };
}

const KEY_VALUES = entity({ ...TIMES, peopleCountTowards: 5, peopleCountAway: 3, peopleCount: 8 });
const V2 = entity({
  dateObservedFrom: { type: "DateTime", value: TIMES.dateObservedFrom, metadata: {} },
  dateObservedTo: { type: "DateTime", value: TIMES.dateObservedTo, metadata: {} },
  peopleCountTowards: { type: "Number", value: 5, metadata: {} },
  peopleCountAway: { type: "Number", value: 3, metadata: {} },
});
const LD = entity({
  "@context": ["https://example.org/context.jsonld"],
  dateObservedFrom: { type: "Property", value: { "@type": "DateTime", "@value": TIMES.dateObservedFrom } },
  dateObservedTo: { type: "Property", value: { "@type": "DateTime", "@value": TIMES.dateObservedTo } },
  peopleCountTowards: { type: "Property", value: 5, observedAt: TIMES.dateObservedTo },
  peopleCountAway: { type: "Property", value: 3 },
});
const EXPANDED = {
  id: ID,
  type: ["https://example.org/data-models#CrowdFlowObserved"],
  "https://example.org/data-models/dateObservedFrom": { type: "Property", value: TIMES.dateObservedFrom },
  "https://example.org/data-models/dateObservedTo": { type: "Property", value: TIMES.dateObservedTo },
  "https://example.org/data-models#peopleCountTowards": { type: "Property", value: 5 },
  "https://example.org/data-models#peopleCountAway": { type: "Property", value: 3 },
};

const interval = {
  kind: "interval",
  serialNumber: ID,
  from: FROM,
  to: FROM + 5 * 60_000,
  in: 5,
  out: 3,
  coverage: null,
  isUndirected: false,
};

describe("entities of NGSI", () => {
  it.skipIf(!hasSamples)("the sample is an interval, towards in and away out (D32)", () => {
    const serialNumber = "urn:ngsi-ld:CrowdFlowObserved:Valladolid_1";
    expect(translate(ngsi, sampleBody("ngsi/CrowdFlowObserved.json"))).toEqual({
      readings: [{ ...interval, serialNumber, in: 50, out: 50 }],
      ignored: 0,
      refused: [],
    });
  });

  it.each([
    ["key values", KEY_VALUES],
    ["normalized of version 2", V2],
    ["normalized of NGSI-LD", LD],
    ["normalized with names that have an address", EXPANDED],
    ["in an array", [KEY_VALUES]],
    ["in a notification of version 2", { subscriptionId: "5", data: [V2] }],
    [
      "in a notification of NGSI-LD",
      { id: "urn:n:1", type: "Notification", subscriptionId: "urn:s:1", data: [LD] },
    ],
    ["in a notification with one entity", { id: "urn:n:1", type: "Notification", data: LD }],
    ["in a batch", { actionType: "append", entities: [KEY_VALUES] }],
  ])("an entity is read %s (D32)", (_, body) => {
    expect(translate(ngsi, body)).toEqual({ readings: [interval], ignored: 0, refused: [] });
  });

  it("entities of other types are ignored, each of a notification by itself (D32)", () => {
    const other = { id: "urn:ngsi-ld:Room:1", type: "Room", temperature: 21 };
    expect(translate(ngsi, { data: [other, KEY_VALUES, other] })).toEqual({
      readings: [interval],
      ignored: 2,
      refused: [],
    });
    expect(translate(ngsi, { subscriptionId: "5", data: [] }).ignored).toBe(1);
  });

  it("an entity without counts, or with null ones, is ignored (D32)", () => {
    expect(translate(ngsi, entity({ ...TIMES, occupancy: 0.3 })).ignored).toBe(1);
    const nulls = entity({
      ...TIMES,
      peopleCountTowards: { type: "Number", value: null },
      peopleCountAway: { type: "Property", value: "urn:ngsi-ld:null" },
    });
    expect(translate(ngsi, nulls).ignored).toBe(1);
  });

  it("zero people are a count, and one direction may be absent (D31)", () => {
    const quiet = entity({ ...TIMES, peopleCountTowards: 0, peopleCountAway: 0 });
    expect(translate(ngsi, quiet).readings).toEqual([{ ...interval, in: 0, out: 0 }]);
    const one = entity({ ...TIMES, peopleCountAway: 3, peopleCount: 8 });
    expect(translate(ngsi, one).readings).toEqual([{ ...interval, in: null }]);
  });

  it.each([
    ["inbound", { in: 8, out: null }],
    ["outbound", { in: null, out: 8 }],
    [undefined, { in: 8, out: null, isUndirected: true }],
  ])("a count of all people with the direction %s is of it, or of a setting (D32)", (direction, counts) => {
    const { readings } = translate(ngsi, entity({ ...TIMES, peopleCount: 8, direction }));
    expect(readings).toEqual([{ ...interval, ...counts }]);
  });

  it("the interval may be one text, and local if it has no offset (D32)", () => {
    const spanOf = (times: object) => {
      const { readings, refused } = translate(
        ngsi,
        entity({ ...times, peopleCountTowards: 5, peopleCountAway: 3 }),
      );
      const [reading] = readings;
      return reading?.kind === "interval" ? [reading.from, reading.to] : refused;
    };
    expect(spanOf({ dateObserved: "2018-08-07T11:10:00Z/2018-08-07T11:15:00Z" })).toEqual([
      interval.from,
      interval.to,
    ]);
    expect(spanOf({ dateObserved: "2018-08-07T11:10:00/2018-08-07T11:15:00" })).toEqual([
      { local: "2018-08-07T11:10:00" },
      { local: "2018-08-07T11:15:00" },
    ]);
    const refused = [{ serialNumber: ID, reason: "has no start and end of its counts" }];
    const { dateObservedTo } = TIMES;
    const lacking = [
      {},
      { dateObserved: "2018-08-07T11:10:00Z" },
      { dateObserved: "2018-08-07T11:10:00Z/2018-08-07T11:15:00Z", dateObservedTo },
      { ...TIMES, dateObservedFrom: "yesterday" },
    ];
    for (const times of lacking) expect(spanOf(times)).toEqual(refused);
  });

  it("numbers that no counter can have are passed on (D31)", () => {
    const body = entity({ ...TIMES, peopleCountTowards: -5, peopleCountAway: "2.5" });
    expect(translate(ngsi, body).readings).toEqual([{ ...interval, in: -5, out: Number.NaN }]);
  });

  it.each(["", "{", "{}", "3", "[1]", '{"data":[{}]}', '{"serial":"B8A44F000001","in":1}', '{"id":"x"}'])(
    "%j is damaged or of another system (D32)",
    (body) => {
      expect(() => translate(ngsi, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
    },
  );

  it("any bytes are read or refused (D32)", async () => {
    await checkAnswersAnything(ngsi, [KEY_VALUES, V2, LD, EXPANDED, { data: [V2, KEY_VALUES] }]);
  });
});
