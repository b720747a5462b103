import { formatInstant, SECOND_MS } from "../../domain/instant.ts";
import { NO_PASSAGES, type Passages, sumOfPassages } from "../../readings/spread.ts";
import type { LineTruth } from "../../simulation/devices/fleet.ts";
import { counted, FAILED, info, pause, printSummary, stopwatch } from "../process.ts";
import type { ServerClient } from "../server-client.ts";
import { table } from "../text-table.ts";

interface Played {
  /** In ms since the epoch. */
  readonly start: number;
  readonly messages: number;
  /** Whether each message was answered, so that it is known what the server has. */
  readonly isWhole: boolean;
  /** How long to wait until the server has counted all, in ms. */
  readonly waitMs: number;
}

interface LineReport extends LineTruth {
  readonly counted: Passages;
  readonly agrees: boolean;
  /** What an operator should know of its last reading; null if there is nothing. */
  readonly note: string | null;
}

/**
 * Prints what passed each line, what can be counted of it and what the server has counted, and makes the process fail if
 * these differ.
 */
export async function reportLines(
  server: ServerClient,
  truth: readonly LineTruth[],
  played: Played,
): Promise<void> {
  const elapsed = stopwatch();
  let lines = await linesOf(server, truth, played.start);
  while (lines.some(({ agrees }) => !agrees) && elapsed() * SECOND_MS < played.waitMs) {
    await pause(SECOND_MS, AbortSignal.timeout(2 * SECOND_MS));
    lines = await linesOf(server, truth, played.start);
  }
  const all = inAll(lines);
  const head = ["line", "passed in", "out", "can be counted in", "out", "counted in", "out", "agrees"];
  info(table(head, [...lines.map((line) => rowOf(line.serialNumber, line)), rowOf("all", all)]));
  const wrong = lines.filter(({ agrees }) => !agrees);
  for (const { serialNumber, note } of wrong) if (note !== null) info(`${serialNumber}: ${note}`);
  const { messages, isWhole } = played;
  info(`${counted(messages, "message")}; ${counted(wrong.length, "line")} of ${lines.length} counted wrong`);
  printSummary({
    messages,
    agrees: wrong.length === 0,
    ...summaryOf(all),
    lines: lines.map((line) => ({
      serial_number: line.serialNumber,
      sensor: line.sensor,
      agrees: line.agrees,
      ...summaryOf(line),
    })),
  });
  if (!isWhole) info("The last message got no answer, so what the server has counted may differ.");
  else if (wrong.length > 0) process.exitCode = FAILED;
}

async function linesOf(
  server: ServerClient,
  truth: readonly LineTruth[],
  start: number,
): Promise<LineReport[]> {
  const sensors = await server.list((v2, query) => v2.GET("/v2/sensors/", { params: { query } }));
  const registered = new Set(sensors.map(({ serial_number: serialNumber }) => serialNumber));
  const lines: LineReport[] = [];
  for (const line of truth) {
    const readings = registered.has(line.serialNumber) ? await countedOf(server, line, start) : NOTHING;
    lines.push({ ...line, ...readings, agrees: agree(line.countable, readings.counted) });
  }
  return lines;
}

const NOTHING = { counted: NO_PASSAGES, note: null };

async function countedOf(server: ServerClient, { serialNumber }: LineTruth, start: number) {
  const path = { serial_number: serialNumber };
  const readings = await server.list((v2, query) =>
    v2.GET("/v2/sensors/{serial_number}/readings/", {
      params: { path, query: { ...query, start_time: formatInstant(start) } },
    }),
  );
  return { counted: sumOfPassages(readings.map(({ counted }) => counted)), note: readings[0]?.note ?? null };
}

type Figures = Pick<LineReport, "passed" | "countable" | "counted" | "agrees">;

function agree({ least, most }: LineTruth["countable"], { in: entered, out }: Passages): boolean {
  return least.in <= entered && entered <= most.in && least.out <= out && out <= most.out;
}

function inAll(lines: readonly LineReport[]): Figures {
  const sum = (totalsOf: (line: LineReport) => Passages) => sumOfPassages(lines.map(totalsOf));
  return {
    passed: sum(({ passed }) => passed),
    countable: {
      least: sum(({ countable }) => countable.least),
      most: sum(({ countable }) => countable.most),
    },
    counted: sum((line) => line.counted),
    agrees: lines.every(({ agrees }) => agrees),
  };
}

function rowOf(name: string, { passed, countable, counted: { in: entered, out }, agrees }: Figures) {
  const { least, most } = countable;
  const range = (from: number, to: number) => (from === to ? from : `${from} to ${to}`);
  return [
    name,
    passed.in,
    passed.out,
    range(least.in, most.in),
    range(least.out, most.out),
    entered,
    out,
    agrees ? "yes" : "no",
  ];
}

function summaryOf({ passed, countable, counted: had }: Figures) {
  return { passed, countable, counted: had };
}
