import { describe, expect, it } from "vitest";
import { brickstream } from "../../src/devices/brickstream.ts";
import { checkAnswersAnything, hasSamples, sampleBody, translate } from "../support/device-messages.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PROPERTIES = `<MacAddress>00:b0:9d:00:00:01</MacAddress><Timezone>1</Timezone><DST>0</DST>
  <SerialNumber>12480001</SerialNumber>`;

function metrics(inside: string, properties = PROPERTIES): string {
  return `<?xml version="1.0"?><Metrics SiteId="s" DeviceId="door">
    <Properties>${properties}</Properties>${inside}</Metrics>`;
}

function reports(inside: string, interval = "15", properties = PROPERTIES): string {
  return metrics(`<ReportData Interval="${interval}">${inside}</ReportData>`, properties);
}

function report(
  counts: string,
  date = "2026-03-02",
  object = 'Id="0" DeviceId="door" ObjectType="0"',
): string {
  return `<Report Date="${date}"><Object ${object}>${counts}</Object></Report>`;
}

function count(start: string, end: string, more = 'Enters="4" Exits="2"'): string {
  return `<Count StartTime="${start}" EndTime="${end}" ${more} Status="0"/>`;
}

const ONE = count("08:00:00", "08:15:00");
const FROM = Date.UTC(2026, 2, 2, 7);
const interval = {
  kind: "interval",
  serialNumber: "12480001:0",
  from: FROM,
  to: FROM + 15 * MINUTE,
  in: 4,
  out: 2,
  coverage: null,
  isUndirected: false,
};

function readingsOf(body: string) {
  return translate(brickstream, body).readings;
}

describe("reports of Brickstream sensors", () => {
  it.skipIf(!hasSamples)("the sample has an interval in summer time (D32)", () => {
    const from = Date.UTC(2025, 5, 15, 15, 49);
    const counts = { serialNumber: "10000000:0", from, to: from + MINUTE, in: 0, out: 0 };
    expect(translate(brickstream, sampleBody("brickstream/v1.xml"))).toEqual({
      readings: [{ ...interval, ...counts }],
      ignored: 0,
      refused: [],
    });
  });

  it("all reports, objects and counts of a message are read in order (D32)", () => {
    const second = report(count("23:45:00", "00:00:00"), "2026-03-01", 'Id="7"') + report(ONE + ONE);
    const body = metrics(
      `<ReportData Interval="15">${second}</ReportData><ReportData Interval="15">${report(ONE)}</ReportData>`,
    );
    const evening = { from: FROM - 8.25 * HOUR, to: FROM - 8 * HOUR };
    expect(readingsOf(body)).toEqual([
      { ...interval, serialNumber: "12480001:7", ...evening },
      interval,
      interval,
      interval,
    ]);
  });

  it.each([
    ["1", "0", FROM],
    ["1", "1", FROM - HOUR],
    ["-5", "0", FROM + 6 * HOUR],
    ["+5.5", "0", FROM - 4.5 * HOUR],
    ["0", "", FROM + HOUR],
  ])("local times have the offset of the properties: %s, DST %s (D32)", (zone, dst, from) => {
    const properties = `<SerialNumber>12480001</SerialNumber><Timezone>${zone}</Timezone><DST>${dst}</DST>`;
    const [reading] = readingsOf(reports(report(ONE), "15", properties));
    expect(reading).toEqual({ ...interval, from, to: from + 15 * MINUTE });
  });

  it.each([
    "",
    "<Timezone/>",
    "<Timezone>Europe/Berlin</Timezone>",
    "<Timezone>60</Timezone>",
    "<DST>1</DST>",
  ])("without an offset, as with %j, they are wall times (D32)", (zone) => {
    const properties = `<SerialNumber>12480001</SerialNumber>${zone}`;
    const body = reports(report(ONE + count("23:45", "00:00")), "15", properties);
    expect(readingsOf(body)).toEqual([
      { ...interval, from: { local: "2026-03-02T08:00:00" }, to: { local: "2026-03-02T08:15:00" } },
      { ...interval, from: { local: "2026-03-02T23:45:00" }, to: { local: "2026-03-03T00:00:00" } },
    ]);
  });

  it("an end at 00:00 is that of the day, also of a whole day (D32)", () => {
    const midnight = FROM - 8 * HOUR;
    const counts = count("23:00:00", "00:00:00") + count("00:00:00", "00:00:00");
    expect(readingsOf(reports(report(counts), "x"))).toEqual([
      { ...interval, from: midnight + 23 * HOUR, to: midnight + 24 * HOUR },
      { ...interval, from: midnight, to: midnight + 24 * HOUR },
    ]);
  });

  it("a week of minutes fits in a message (D32)", () => {
    const minute = `<Count StartTime="08:00:00" EndTime="08:15:00" UnixStartTime="${FROM / 1_000}" Enters="4" Exits="2" Status="0"/>`;
    expect(readingsOf(reports(report(minute.repeat(7 * 24 * 60))))).toHaveLength(7 * 24 * 60);
  });

  it("an end before the start is passed on as it is (D31)", () => {
    const [reading] = readingsOf(reports(report(count("08:15:00", "08:05:00"))));
    expect(reading).toEqual({ ...interval, from: FROM + 15 * MINUTE, to: FROM + 5 * MINUTE });
  });

  it("from version 2, the start is an instant that needs no date or zone (D32)", () => {
    const more = `UnixStartTime="${(FROM + HOUR) / 1_000}" Enters="4" Exits="2"`;
    const later = { ...interval, from: FROM + HOUR, to: FROM + HOUR + 15 * MINUTE };
    expect(readingsOf(reports(report(count("08:00:00", "08:15:00", more))))).toEqual([later]);
    expect(readingsOf(reports(report(count("08:00:00", "08:15:00", more), "today")))).toEqual([later]);
    for (const none of ["0", "", "x"]) {
      const absent = `UnixStartTime="${none}" Enters="4" Exits="2"`;
      expect(readingsOf(reports(report(count("08:00:00", "08:15:00", absent))))).toEqual([interval]);
    }
  });

  it.each([
    ["01:45:00", "03:00:00"],
    ["02:45:00", "02:00:00"],
  ])("a count from %s to %s, between which clocks change, has its usual duration (D32)", (start, end) => {
    const more = `UnixStartTime="${FROM / 1_000}" Enters="4" Exits="2"`;
    expect(readingsOf(reports(report(count(start, end, more))))).toEqual([interval]);
  });

  it("an object of another device is a line of that one (D32)", () => {
    const other = report(ONE, "2026-03-02", 'Id="3" DeviceId="back door"');
    expect(readingsOf(reports(other))).toEqual([{ ...interval, serialNumber: "back door:3" }]);
  });

  it("a device without a serial number has its address, else its name (D32)", () => {
    const addressed = "<MacAddress>00:b0:9d:00:00:01</MacAddress><Timezone>1</Timezone>";
    expect(readingsOf(reports(report(ONE), "15", addressed))[0]?.serialNumber).toBe("00B09D000001:0");
    expect(readingsOf(reports(report(ONE), "15", ""))[0]?.serialNumber).toBe("door:0");
    const unnamed = reports(report(ONE, "2026-03-02", 'Id="0"'), "15", "").replace(' DeviceId="door"', "");
    expect(translate(brickstream, unnamed)).toEqual({
      readings: [],
      ignored: 0,
      refused: [{ serialNumber: null, reason: "does not name its device" }],
    });
  });

  it("counts may be of one direction, and are passed on as they are (D31)", () => {
    const counts = count("08:00", "08:15", 'Enters="-1"') + count("08:00", "08:15", 'Enters="1.5" Exits="2"');
    expect(readingsOf(reports(report(counts)))).toEqual([
      { ...interval, in: -1, out: null },
      { ...interval, in: Number.NaN, out: 2 },
    ]);
  });

  it("counts of zones and queues, which have other attributes, are ignored (D32)", () => {
    const other = count("08:00:00", "08:15:00", 'AvgDwell="4"');
    expect(translate(brickstream, reports(report(other + ONE)))).toEqual({
      readings: [interval],
      ignored: 1,
      refused: [],
    });
  });

  it.each([
    report(count("08:00:00", "")),
    report(count("25:00:00", "08:15:00")),
    report(ONE, "02/03/2026"),
    report(ONE, "2026-02-30"),
  ])("a count without its times is refused: %s (D32)", (inside) => {
    expect(translate(brickstream, reports(inside))).toEqual({
      readings: [],
      ignored: 0,
      refused: [{ serialNumber: "12480001:0", reason: "has no date, start and end of its counts" }],
    });
  });

  it("a report without counts, totals in real time and diagnostics show that the device is alive (D32)", () => {
    const alive = { kind: "alive", serialNumber: "12480001", at: null, health: {} };
    expect(translate(brickstream, metrics(""))).toEqual({ readings: [alive], ignored: 0, refused: [] });
    for (const root of ["RealTimeMetrics", "Diags"]) {
      const body = `<${root}><Properties>${PROPERTIES}</Properties><RTReport/></${root}>`;
      expect(translate(brickstream, body)).toEqual({ readings: [alive], ignored: 1, refused: [] });
      expect(translate(brickstream, `<${root}/>`)).toEqual({ readings: [], ignored: 1, refused: [] });
    }
  });

  it.each(["", "{}", "<r/>", "<EventNotificationAlert/>", reports(report(ONE)).slice(0, -4)])(
    "%.40j is damaged or of another system (D32)",
    (body) => {
      expect(() => translate(brickstream, body)).toThrow(expect.objectContaining({ kind: "invalid" }));
    },
  );

  it("any bytes are read or refused (D32)", async () => {
    const more = `UnixStartTime="${FROM / 1_000}" Enters="4" Exits="2"`;
    const bodies = [reports(report(ONE + count("08:15", "08:30", more))), reports(report(ONE), "15", "")];
    await checkAnswersAnything(brickstream, [...bodies, metrics("")]);
  });
});
