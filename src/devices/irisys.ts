import { z } from "zod";
import { groupBy } from "../domain/collections.ts";
import type { ReadingTime, RefusedReading, TotalReading } from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import { list } from "../schemas/list.ts";
import { type Adapter, aliveOf, unusable } from "./adapter.ts";
import { anything, label, listOf, numberOf, parseJson } from "./message-fields.ts";

const COUNT = z.object({
  Name: label,
  UUID: label,
  RegisterId: label,
  Tags: listOf(z.string()),
  Value: anything,
});

/** An entry without `Counts` says that the clock was set. */
const COUNT_LOG = z.object({
  Timestamp: anything,
  TimestampLocaltime: anything,
  Counts: list(COUNT).nullish(),
});

/** The fields that a Vector posts can be chosen; it may leave out its serial number. */
const MESSAGE = z.object({
  FriendlyDeviceSerial: label,
  macAddress: label,
  CountLogs: listOf(COUNT_LOG),
  HistogramLogs: listOf(anything),
});

/**
 * Vector of Irisys (HTTP POST and MQTT): the totals of its registers at the ends of up to 50 log periods, in order of
 * time. Histograms are ignored: they count the same people again by height or by duration.
 */
export const irisys: Adapter = ({ body }) => {
  const message = MESSAGE.safeParse(parseJson(body));
  const device = message.data?.FriendlyDeviceSerial || message.data?.macAddress;
  if (message.data === undefined || !device) throw unusable("is not a message of an Irisys Vector");
  const { CountLogs, HistogramLogs } = message.data;
  const refused: RefusedReading[] = [];
  const entries: { readonly at: ReadingTime; readonly registers: readonly Register[] }[] = [];
  for (const log of CountLogs) {
    const at = readingTime(log.Timestamp) ?? readingTime(log.TimestampLocaltime);
    if (!log.Counts) continue;
    if (at === null) refused.push({ serialNumber: device, reason: "has a log entry without a time" });
    else entries.push({ at, registers: log.Counts.map(registerOf) });
  }
  const readings: TotalReading[] = [];
  for (const { at, registers } of entries.toSorted((a, b) => order(a.at, b.at)))
    for (const { name, problem, ...totals } of linesOf(registers)) {
      const serialNumber = name === null ? device : `${device}:${name}`;
      if (problem !== null) refused.push({ serialNumber, reason: problem });
      else readings.push({ kind: "total", serialNumber, at, ...totals, width: null, isBoot: false });
    }
  const ignored = HistogramLogs.length + CountLogs.filter(({ Counts }) => !Counts).length;
  if (readings.length > 0 || refused.length > 0) return { readings, ignored, refused };
  return { readings: [aliveOf(device)], ignored, refused };
};

/** Times of one message are all instants or all wall times. */
function order(a: ReadingTime, b: ReadingTime): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return typeof a === "object" && typeof b === "object"
    ? Number(a.local > b.local) - Number(a.local < b.local)
    : 0;
}

/** A register of a device: a counter, whose tags may say which direction it counts. */
type Register = ReturnType<typeof registerOf>;

/** `names` are those that it may have, the best first; empty texts are none. */
function registerOf({ Name, UUID, RegisterId, Tags, Value }: z.infer<typeof COUNT>) {
  return { name: Name, names: [Name, UUID, RegisterId], tags: Tags, value: numberOf(Value) };
}

type Direction = "in" | "out" | null;

type Directed = ReturnType<typeof directed>;

interface Pair {
  readonly name: string | null;
  readonly members: readonly Directed[];
}

/**
 * The lines of the registers of one log entry. An entrance and an exit make a line only where nothing else could be
 * meant: they are the only two that have a direction; or the only two with the same other tags; or, among those with
 * the same other tags, the only two whose names differ just by the direction. All other registers are lines of their
 * own, named by the first of their names that no other line can have.
 */
function linesOf(registers: readonly Register[]) {
  const all = registers.map(directed);
  const pairs = pairsOf(all.filter(({ direction }) => direction !== null));
  const paired = new Set(pairs.flatMap(({ members }) => members));
  const singles = all.filter((one) => !paired.has(one));
  const uses = timesOf([
    ...pairs.map(({ name }) => name),
    ...singles.flatMap(({ register }) => [...new Set(register.names)]),
  ]);
  const single = (one: Directed) => {
    const name = one.register.names.find((text) => text !== "" && uses.get(text) === 1) ?? null;
    const line = lineOf(name, [one]);
    return name === null ? { ...line, problem: "has registers that cannot be distinguished" } : line;
  };
  return [...pairs.map(({ name, members }) => lineOf(name, members)), ...singles.map(single)];
}

/** The direction of a register, and its tags besides. */
function directed(register: Register) {
  const given = register.tags.map((tag) => tag.trim());
  const isDirection = (tag: string) => /^direction\s*=/i.test(tag);
  const directions = new Set(
    given.filter(isDirection).map((tag) => tag.replace(/^.*=\s*/, "").toLowerCase()),
  );
  const [first] = directions;
  const direction: Direction = directions.size === 1 && (first === "in" || first === "out") ? first : null;
  const tags = given.filter((tag) => !isDirection(tag)).toSorted();
  return { register, direction, tags: tags.join(" ") };
}

function pairsOf(registers: readonly Directed[]): Pair[] {
  const isWhole = (direction: Direction) =>
    registers.filter((one) => one.direction === direction).length <= 1;
  if (registers.length > 0 && isWhole("in") && isWhole("out")) return [{ name: null, members: registers }];
  const pairs: Pair[] = [...groupBy(registers, ({ tags }) => tags)].flatMap(([tags, tagged]) => {
    if (isPair(tagged)) return [{ name: tags || null, members: tagged }];
    const named = groupBy(tagged, ({ register }) => passageOf(register.name));
    return [...named]
      .filter(([, members]) => isPair(members))
      .map(([passage, members]) => ({ name: `${tags} ${passage}`.trim() || null, members }));
  });
  const uses = timesOf(pairs.map(({ name }) => name));
  return pairs.filter(({ name }) => uses.get(name) === 1);
}

function isPair(registers: readonly Directed[]): boolean {
  return registers.length === 2 && new Set(registers.map(({ direction }) => direction)).size === 2;
}

/** The words of a register's name that say a direction. */
const DIRECTION_WORDS: ReadonlySet<string> = new Set(
  "in out entry exit entries exits enter leave".split(" "),
);

/** The name of a register without its direction, such as "Door 1" of "Door 1 - In". */
function passageOf(name: string): string {
  const words = name.split(/[\s_\-.:()/]+/);
  return words.filter((word) => word !== "" && !DIRECTION_WORDS.has(word.toLowerCase())).join(" ");
}

function timesOf(names: readonly (string | null)[]): Map<string | null, number> {
  const times = new Map<string | null, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** A line that registers of a log entry make. @param name null if it is named as its device */
function lineOf(name: string | null, members: readonly Directed[]) {
  const totalOf = (...directions: Direction[]) =>
    members.find(({ direction }) => directions.includes(direction))?.register.value ?? null;
  const [inTotal, outTotal] = [totalOf("in", null), totalOf("out")];
  const isUndirected = members.some(({ direction }) => direction === null);
  // Why it cannot be a reading, if it cannot.
  const problem = inTotal === null && outTotal === null ? "has a register without a value" : null;
  return { name, inTotal, outTotal, isUndirected, problem };
}
