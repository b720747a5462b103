import { describe, expect, it } from "vitest";
import { hikvision } from "../../src/devices/hikvision.ts";
import { checkAnswersAnything, hasSamples, sampleBody, translate } from "../support/device-messages.ts";

const DEVICE = "0A1B2C3D4E5F";
const NAMESPACES = [
  "urn:psialliance-org",
  "http://www.hikvision.com/ver20/XMLSchema",
  "http://www.isapi.org/ver20/XMLSchema",
];

const CHILDREN = "<childCounting><enter>7</enter><exit>8</exit></childCounting>";

function counting(inside: string): string {
  return `<peopleCounting>${inside}</peopleCounting>`;
}

function alert(
  inside: string,
  { event = "PeopleCounting", state = "active", zone = "+02:00", head = "" } = {},
) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="${NAMESPACES[0]}">
<ipAddress>192.0.2.64</ipAddress><macAddress>0a:1b:2c:3d:4e:5f</macAddress>${head || "<channelID>1</channelID>"}
<dateTime>2026-03-02T08:15:00${zone}</dateTime><eventType>${event}</eventType><eventState>${state}</eventState>
${inside}</EventNotificationAlert>\r\n`;
}

const REAL_TIME = counting(
  "<statisticalMethods>realTime</statisticalMethods><enter>18</enter><exit>15</exit><regionsID>2</regionsID>",
);

function ranged(method: string, start: string, end: string): string {
  return counting(`<statisticalMethods>${method}</statisticalMethods>
    <TimeRange><startTime>${start}</startTime><endTime>${end}</endTime></TimeRange><enter>4</enter><exit>0</exit>`);
}

const AT = Date.UTC(2026, 2, 2, 6, 15);
const total = {
  kind: "total",
  serialNumber: `${DEVICE}:1:2`,
  at: AT,
  inTotal: 18,
  outTotal: 15,
  width: null,
  isBoot: false,
  isUndirected: false,
};
const interval = {
  kind: "interval",
  serialNumber: `${DEVICE}:1:1`,
  from: AT - 900_000,
  to: AT,
  in: 4,
  out: 0,
  coverage: null,
  isUndirected: false,
};
const alive = { kind: "alive", serialNumber: DEVICE, at: AT, health: {} };

describe("alerts of Hikvision cameras", () => {
  it.skipIf(!hasSamples)("the sample has totals, with an offset of one digit (D32)", () => {
    const body = sampleBody("hikvision/realtime-offset-without-leading-zero.xml");
    expect(translate(hikvision, body)).toEqual({
      readings: [{ ...total, serialNumber: "849A40ECF16D:1:1", at: Date.UTC(2026, 7, 12, 16, 50, 47) }],
      ignored: 0,
      refused: [],
    });
  });

  it("JSON is refused with what to choose (D32)", () => {
    for (const text of ['{"peopleCounting":{"enter":1}}', " [{}]", '\ufeff{"a":1}'])
      expect(() => translate(hikvision, text)).toThrow(/choose XML as the parameter format type/);
  });

  it("counts in real time are totals, in any of three namespaces or with a prefix (D32)", () => {
    for (const namespace of NAMESPACES) {
      const body = alert(REAL_TIME).replace(NAMESPACES[0] ?? "", namespace);
      expect(translate(hikvision, body)).toEqual({ readings: [total], ignored: 0, refused: [] });
      const prefixed = body.replaceAll(/<(\/?)(\w)/g, "<$1hik:$2").replace("xmlns=", "xmlns:hik=");
      expect(translate(hikvision, prefixed).readings).toEqual([total]);
    }
  });

  it("the time of the count comes before that of the message (D32)", () => {
    const timed = REAL_TIME.replace(
      "<enter>",
      "<RealTime><time>2026-03-02T08:14:59+02:00</time></RealTime><enter>",
    );
    expect(translate(hikvision, alert(timed)).readings).toEqual([{ ...total, at: AT - 1_000 }]);
  });

  it.each(["timeRange", "signalTrigger"])("%s has the interval of its range (D32)", (method) => {
    const range = ranged(method, "2026-03-02T08:00:00+02:00", "2026-03-02T08:15:00+02:00");
    expect(translate(hikvision, alert(range))).toEqual({ readings: [interval], ignored: 0, refused: [] });
  });

  it.each([
    ["+2:00", AT],
    ["-5:00", AT + 7 * 3_600_000],
    ["+5:30", AT - 3.5 * 3_600_000],
    ["-5", AT + 7 * 3_600_000],
    ["-0500", AT + 7 * 3_600_000],
    ["Z", AT + 2 * 3_600_000],
    ["", { local: "2026-03-02T08:15:00" }],
  ])("the offset %j is believed, and a time without one is a wall time (D32)", (zone, at) => {
    const body = alert(`${REAL_TIME}<timeZone>CST-8:00:00</timeZone>`, { zone });
    expect(translate(hikvision, body).readings).toEqual([{ ...total, at }]);
  });

  it("children, whose counts have the same names, are not read (D32)", () => {
    expect(translate(hikvision, alert(CHILDREN + REAL_TIME)).readings).toEqual([total]);
    const withoutCounts = counting("<statisticalMethods>realTime</statisticalMethods>");
    const reason = { serialNumber: `${DEVICE}:1:1`, reason: "has no count" };
    expect(translate(hikvision, alert(withoutCounts + CHILDREN)).refused).toEqual([reason]);
    expect(translate(hikvision, alert(CHILDREN))).toEqual({ readings: [alive], ignored: 1, refused: [] });
  });

  it("a line is a region of a channel, the first if the message names none (D32)", () => {
    const serialOf = (head: string, region: string) => {
      const inside = REAL_TIME.replace("<regionsID>2</regionsID>", region);
      return translate(hikvision, alert(inside, { head })).readings[0]?.serialNumber;
    };
    expect(serialOf("<channelID>3</channelID>", "<regionsID>4</regionsID>")).toBe(`${DEVICE}:3:4`);
    expect(serialOf("<dynChannelID>5</dynChannelID>", "")).toBe(`${DEVICE}:5:1`);
    expect(serialOf("<x/>", "<regionsID/>")).toBe(`${DEVICE}:1:1`);
  });

  it("several counts of an alert are read in order (D32)", () => {
    const range = ranged("timeRange", "2026-03-02T08:00:00+02:00", "2026-03-02T08:15:00+02:00");
    expect(translate(hikvision, alert(range + REAL_TIME)).readings).toEqual([interval, total]);
  });

  it("counts may be of one direction, and are passed on as they are (D31)", () => {
    const counted = (counts: string) =>
      counting(`<statisticalMethods>realTime</statisticalMethods>${counts}<regionsID>2</regionsID>`);
    const one = translate(hikvision, alert(counted("<enter>9</enter>")));
    expect(one.readings).toEqual([{ ...total, inTotal: 9, outTotal: null }]);
    const odd = translate(hikvision, alert(counted("<enter>-1</enter><exit>many</exit>")));
    expect(odd.readings).toEqual([{ ...total, inTotal: -1, outTotal: Number.NaN }]);
  });

  it("counts that cannot be a reading are refused with their line (D32)", () => {
    const refusals: [string, string][] = [
      [ranged("timeRange", "", "2026-03-02T08:15:00Z"), "has no start and end of its counts"],
      [ranged("signalTrigger", "2026-03-02T25:00:00Z", "x"), "has no start and end of its counts"],
      [
        ranged("other", "2026-03-02T08:00:00Z", "2026-03-02T08:15:00Z"),
        "does not say whether its counts are totals",
      ],
    ];
    for (const [inside, reason] of refusals)
      expect(translate(hikvision, alert(inside))).toEqual({
        readings: [],
        ignored: 0,
        refused: [{ serialNumber: `${DEVICE}:1:1`, reason }],
      });
    const timeless = translate(hikvision, alert(REAL_TIME, { zone: "?" }));
    expect(timeless.refused).toEqual([{ serialNumber: `${DEVICE}:1:2`, reason: "has no time" }]);
  });

  it("counts without a camera are refused, and other events without one ignored (D32)", () => {
    const unnamed = (body: string) => body.replace(/<macAddress>.*<\/macAddress>/, "");
    const refused = [{ serialNumber: null, reason: "does not name its camera" }];
    expect(translate(hikvision, unnamed(alert(REAL_TIME)))).toEqual({ readings: [], ignored: 0, refused });
    expect(translate(hikvision, unnamed(alert("")))).toEqual({ readings: [], ignored: 1, refused: [] });
  });

  it("a heartbeat shows that the camera is alive (D32)", () => {
    for (const heartbeat of [{ event: "videoloss", state: "inactive" }, { event: "heartBeat" }])
      expect(translate(hikvision, alert("", heartbeat))).toEqual({
        readings: [alive],
        ignored: 0,
        refused: [],
      });
  });

  it("events that stop it from counting are its problems, others are ignored (D32)", () => {
    const covered = { ...alive, health: { problems: ["the lens is covered"] } };
    expect(translate(hikvision, alert("", { event: "shelteralarm" })).readings).toEqual([covered]);
    const lost = { ...alive, health: { problems: ["the video signal is lost"] } };
    expect(translate(hikvision, alert("", { event: "videoloss" })).readings).toEqual([lost]);
    for (const other of [
      { event: "VMD" },
      { event: "shelteralarm", state: "inactive" },
      { event: "toString" },
    ])
      expect(translate(hikvision, alert("", other))).toEqual({ readings: [alive], ignored: 1, refused: [] });
  });

  it.each([
    "",
    "{}",
    "<r/>",
    "<Metrics/>",
    alert(REAL_TIME).slice(0, -40),
    `<!DOCTYPE r [<!ENTITY e "1">]>${alert(REAL_TIME).slice(38)}`,
  ])("%.40j is damaged or of another system (D32)", (body) => {
    expect(() => translate(hikvision, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });

  it("any bytes are read or refused (D32)", async () => {
    const range = ranged("timeRange", "2026-03-02T08:00:00+2:00", "2026-03-02T08:15:00+2:00");
    await checkAnswersAnything(hikvision, [alert(REAL_TIME + CHILDREN), alert(range), alert("")]);
  });
});
