import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { arrivalsSince } from "../../console/src/pages/set-up/arrivals.tsx";
import { isLoopback } from "../../console/src/pages/set-up/connect-page.tsx";
import { countingOf } from "../../console/src/pages/set-up/counting-dialogs.tsx";
import {
  ADAPTER_NAMES,
  DEVICE_KINDS,
  enteredAt,
  hintsOf,
  pageOf,
  transportsOf,
} from "../../console/src/pages/set-up/device-kinds.ts";
import {
  devicesOf,
  isWaiting,
  kindText,
  linesOf,
  lineWith,
  needsAttention,
  resultOf,
  sentence,
  withLocalTimes,
} from "../../console/src/pages/set-up/sensor-lines.ts";
import { MQTT_ADAPTERS } from "../../src/mqtt/mqtt-adapters.ts";
import { DEVICES, partOf, SUSPENDED, shownReading, shownSensor } from "../support/shown-devices.ts";

const AT = "2026-05-06T07:00:00.000Z";
const LATER = "2026-05-06T07:05:00.000Z";

it.each([
  ["127.0.0.1", true],
  ["localhost", true],
  ["[::1]", true],
  ["127.example.com", false],
  ["192.168.1.20", false],
  ["counts.example.com", false],
])("the machine itself has the address %s: %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

describe("the list of sensors", () => {
  it("has those that need attention first, and registers with their line", () => {
    expect(linesOf(DEVICES).map((line) => [line.serial_number, line.registers.length])).toEqual([
      ["24E124716D000001", 0],
      ["entrance-west", 0],
      ["00:6E:02:08:12:A4:a-rather-long-name-of-a-line", 0],
      ["cam:door", 2],
      ["desk-4", 0],
    ]);
  });

  it("D32: has a register by itself while its line is not there, and not as waiting", () => {
    const register = shownSensor("cam:1", { counting: partOf("door") });
    expect(linesOf([register]).map((line) => line.serial_number)).toEqual(["cam:1"]);
    const devices = devicesOf([register]);
    expect(isWaiting(register, devices)).toBe(false);
    expect(isWaiting(shownSensor("cam:door"), devices)).toBe(true);
    expect(isWaiting(SUSPENDED, devices)).toBe(false);
    // A line whose name is its own is no register.
    expect(isWaiting(shownSensor("cam:door", { counting: partOf("door") }), devices)).toBe(true);
  });

  it("D31: has no device as waiting whose lines count, unless it counts, too", () => {
    const devices = devicesOf([shownSensor("00:6E:1"), shownSensor("b")]);
    expect([...devices]).toEqual(["00", "00:6E"]);
    expect(isWaiting(shownSensor("00:6E"), devices)).toBe(false);
    expect(isWaiting(shownSensor("00:6E", { kind: "total" }), devices)).toBe(true);
    expect(isWaiting(shownSensor("00:6E", { last_event: AT }), devices)).toBe(true);
    expect(isWaiting(shownSensor("b"), devices)).toBe(true);
  });

  it("has the states of registers at their line", () => {
    const quiet = shownSensor("cam:door", { alive: false, last_reading: null });
    const sent = { kind: "total" as const, problems: ["the lens is covered"] };
    const early = shownSensor("cam:1", { ...sent, last_reading: AT });
    const late = shownSensor("cam:2", { ...sent, last_reading: LATER, state: "suspended" });
    const line = lineWith(quiet, [early, late]);
    expect(line).toMatchObject({ alive: true, state: "suspended", last_reading: LATER });
    expect(line.problems).toEqual(["the lens is covered"]);
    expect(needsAttention(line)).toBe(true);
    expect(lineWith(quiet, [])).toMatchObject({ alive: false, state: null, last_reading: null });
  });

  it("needs attention for a suspended line, a problem, and a low battery", () => {
    expect(needsAttention(shownSensor("a", { battery: 20, state: "counting" }))).toBe(false);
    expect(needsAttention(shownSensor("a", { battery: 19 }))).toBe(true);
    expect(needsAttention(shownSensor("a", { problems: ["the lens is covered"] }))).toBe(true);
    expect(needsAttention(SUSPENDED)).toBe(true);
  });

  it("needs attention if everything it sends is refused", () => {
    const attention = (more: Parameters<typeof shownSensor>[1]) =>
      needsAttention(lineWith(shownSensor("a", more), []));
    expect(attention({ last_reading: AT })).toBe(true);
    expect(attention({ last_reading: AT, kind: "total" })).toBe(false);
    expect(attention({ last_event: AT, clock_ahead_seconds: 600 })).toBe(true);
    expect(attention({ last_event: AT })).toBe(false);
  });

  it("says what sensors send", () => {
    const [total, interval] = [shownSensor("a", { kind: "total" }), shownSensor("a", { kind: "interval" })];
    expect([total, interval].map((sensor) => kindText(sensor))).toEqual(["Totals", "Intervals"]);
    expect(kindText(shownSensor("a", { last_event: AT }))).toBe("Events");
    expect(kindText(shownSensor("a"))).toBe("–");
    expect(kindText(shownSensor("a", { last_event: AT }), [total, total])).toBe("Totals of 2 registers");
    expect(kindText(shownSensor("a"), [shownSensor("b")])).toBe("From 1 register");
  });
});

describe("what became of a reading", () => {
  it("is counted, or not, with how good that is", () => {
    expect(resultOf(shownReading())).toEqual(["Counted", "good"]);
    expect(resultOf(shownReading({ result: "jump" }))).toEqual(["Not counted: too many", "bad"]);
    expect(resultOf(shownReading({ result: "refused" }))).toEqual(["Refused", "bad"]);
  });

  it("is not counted while its line is suspended; a reading without passages is counted as well", () => {
    const empty = { counted: { in: 0, out: 0 } };
    expect(resultOf(shownReading(empty))).toEqual(["Counted", "good"]);
    expect(resultOf(shownReading({ ...empty, note: "the line is suspended" }))).toEqual([
      "Not counted",
      "warn",
    ]);
  });

  it("has texts of the server as sentences with local times", () => {
    expect(sentence("set `reverse`")).toBe("Set reverse");
    const text = "more than 5 minutes ahead (2026-05-06T07:00:00.123Z), since 2026-05-06T07:05:00Z";
    expect(withLocalTimes(text, () => "then")).toBe("more than 5 minutes ahead (then), since then");
  });
});

describe("arrivals", () => {
  it("are new sensors, and known ones that have reported since", () => {
    const before = [shownSensor("a"), shownSensor("b", { last_reading: AT }), shownSensor("c")];
    const now = [
      shownSensor("a", { last_heartbeat: AT }),
      shownSensor("b", { last_reading: AT }),
      // Events of others are no sign of a new device.
      shownSensor("c", { last_event: AT }),
      shownSensor("d", { last_reading: AT }),
    ];
    const { fresh, known } = arrivalsSince(before, now);
    expect(fresh.map((sensor) => sensor.serial_number)).toEqual(["d"]);
    expect(known.map((sensor) => sensor.serial_number)).toEqual(["a"]);
  });
});

describe("the settings of a sensor", () => {
  const blank = {
    reverse: false,
    direction: "",
    line: " ",
    cap: "1",
    width: "",
    time_zone: "",
    resets_at: "",
  } as const;
  const values = { ...blank, effective_from: "now", effective_at: "" } as const;

  it("are null where a field is empty", () => {
    expect(countingOf(values)).toEqual(shownSensor("a").counting);
    expect(
      countingOf({ ...values, direction: "out", line: "door", width: "16", resets_at: "00:00" }),
    ).toEqual({ ...partOf("door", "out"), width: 16, resets_at: "00:00" });
  });

  it("name the field that is wrong", () => {
    const issue = (path: string) => expect.objectContaining({ issues: [expect.objectContaining({ path })] });
    expect(() => countingOf({ ...values, cap: "" })).toThrow(issue("cap"));
    expect(() => countingOf({ ...values, width: "many" })).toThrow(issue("width"));
  });
});

describe("kinds of devices", () => {
  it("D33: are all adapters", () => {
    expect(ADAPTER_NAMES.toSorted()).toEqual(Object.keys(MQTT_ADAPTERS).toSorted());
  });

  it.each(ADAPTER_NAMES)("%s has its page, and what to enter has the token where it belongs", (adapter) => {
    const { usual, fieldsOf } = DEVICE_KINDS[adapter];
    for (const transport of transportsOf(adapter)) {
      expect(existsSync(new URL(`../../docs/devices/${pageOf(adapter, transport)}`, import.meta.url))).toBe(
        true,
      );
      if (transport === "mqtt") continue;
      const entered = enteredAt("https://counts.example.com", adapter, transport, "hct_x");
      const path = `/v2/devices/${adapter}/`;
      expect(entered).toEqual({
        token: "hct_x",
        address: `https://counts.example.com${path}${transport === "address" ? "hct_x/" : ""}`,
        authorization: transport === "address" ? null : "Bearer hct_x",
      });
      const texts = fieldsOf(entered).flatMap(([, value]) => value ?? []);
      const withToken = texts.filter((text) => text.includes("hct_x"));
      expect(texts.some((text) => text.includes(path))).toBe(true);
      expect(withToken.length).toBe(1);
      expect(withToken[0]?.includes(path)).toBe(transport === "address");
    }
    expect(transportsOf(adapter)).toContain(usual);
  });

  it("have the hints of their form for HTTP only", () => {
    expect(hintsOf("milesight", "mqtt")).toEqual([]);
    expect(hintsOf("milesight", "address")).toHaveLength(1);
    expect(hintsOf("esphome", "mqtt")).toHaveLength(1);
  });
});
