import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect } from "vitest";
import type { Adapter, DeviceMessage } from "../../src/devices/adapter.ts";
import type { AdapterName } from "../../src/devices/adapter-names.ts";
import { HeadcountError } from "../../src/domain/errors.ts";
import type { TranslatedMessage } from "../../src/domain/reading.ts";
import { checkProperty } from "./random.ts";

/** When messages arrive in tests, in ms: after all of their times. */
export const ARRIVAL = Date.UTC(2030, 0, 1);

/** Samples of what devices send; they are not part of the project. */
const SAMPLES = fileURLToPath(new URL("../../../shared/data/devices/", import.meta.url));

export const hasSamples = existsSync(SAMPLES);

export function sampleBody(file: string): Buffer {
  return readFileSync(`${SAMPLES}${file}`);
}

/** The adapter of the samples of each folder; the file names of LoRaWAN counters begin with that of the network server. */
const ADAPTERS_OF_FOLDERS: Readonly<Record<string, AdapterName | null>> = {
  axis: "axis",
  brickstream: "brickstream",
  // They are files of other systems, not messages.
  exports: null,
  hikvision: "hikvision",
  "irisys-vector": "irisys",
  "milesight-ip": "milesight",
  ngsi: "ngsi",
  "xovis-v3v4": "xovis",
  "xovis-v5": "xovis",
};

/** Each sample that is a message: its file, its adapter, its body. */
export function deviceSamples(): [file: string, adapter: AdapterName, body: Buffer][] {
  if (!hasSamples) return [];
  const files = readdirSync(SAMPLES, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.includes("."),
  );
  return files.sort().flatMap((file): [string, AdapterName, Buffer][] => {
    const [folder = "", name = ""] = file.split("/");
    if (name === "") return [];
    const lorawan = name.startsWith("chirpstack") ? "chirpstack" : "the-things-stack";
    const adapter = folder in ADAPTERS_OF_FOLDERS ? ADAPTERS_OF_FOLDERS[folder] : lorawan;
    return adapter ? [[file, adapter, sampleBody(file)]] : [];
  });
}

/** A message whose body is a text or bytes as they are, and of anything else its JSON. */
function message(body: unknown, query: DeviceMessage["query"] = {}): DeviceMessage {
  if (Buffer.isBuffer(body)) return { body, query, receivedAt: ARRIVAL };
  return {
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    query,
    receivedAt: ARRIVAL,
  };
}

/** What an adapter makes of a body. */
export function translate(
  adapter: Adapter,
  body: unknown,
  query: DeviceMessage["query"] = {},
): TranslatedMessage {
  return adapter(message(body, query));
}

const MUTATIONS: readonly fc.Arbitrary<unknown>[] = [
  fc.constant(undefined),
  fc.constant(null),
  fc.constantFrom("", "0", "-1", "1e9", "2026-13-40T99:99:99Z", "2026-03-02", 2 ** 60, -0.5, 1e300, true),
  fc.jsonValue(),
];

/** A value of JSON in which some parts are something else. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(value);
  const change = fc.tuple(fc.constantFrom(...places), fc.oneof(...MUTATIONS));
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let result = value;
    for (const [place, part] of changes) result = replaced(result, place, part);
    return result;
  });
}

function placesOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([key, part]) => placesOf(part).map((place) => [key, ...place])),
  ];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], part: unknown): unknown {
  if (key === undefined || typeof value !== "object" || value === null) return part;
  const inner = replaced(Reflect.get(value, key), rest, part);
  return Array.isArray(value)
    ? value.map((item, index) => (String(index) === key ? inner : item))
    : { ...value, [key]: inner };
}

/** Bodies of any bytes, of which many are nearly the given messages: texts, or the values of those in JSON. */
export function anyBody(given: readonly unknown[]): fc.Arbitrary<Buffer> {
  return fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    ...given.map((value) => mutated(value).map((body) => message(body ?? null).body)),
    ...given.map((value) => {
      const { body } = message(value);
      return fc.tuple(fc.nat(body.length), fc.uint8Array({ maxLength: 4 })).map(([at, bytes]) => {
        return Buffer.concat([body.subarray(0, at), Buffer.from(bytes), body.subarray(at + bytes.length)]);
      });
    }),
  );
}

/** Checks that an adapter answers any bytes, of which many are nearly the given messages, or throws `invalid`. */
export async function checkAnswersAnything(adapter: Adapter, given: readonly unknown[]): Promise<void> {
  await checkProperty(
    fc.property(anyBody(given), (body) => {
      try {
        const { readings, events = [], ignored, refused } = adapter(message(body));
        expect(readings.length + events.length + ignored + refused.length).toBeGreaterThan(0);
        for (const { serialNumber } of readings) expect(serialNumber).not.toBe("");
        expect(ignored).toBeGreaterThanOrEqual(0);
      } catch (error) {
        if (!(error instanceof HeadcountError) || error.kind !== "invalid") throw error;
      }
    }),
    { numRuns: 2_000 },
  );
}
