import type { operations } from "../../client/generated/v2.ts";
import { timeOfReset } from "../../domain/daily-reset.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import { READING_SPAN_MS_MAX } from "../../domain/limits.ts";
import { brokerAddress } from "../../mqtt/broker-address.ts";
import type { Publisher } from "../../mqtt/publisher.ts";
import type { Passages } from "../../readings/spread.ts";
import { Crowd } from "../../simulation/crowd.ts";
import type { DeviceKind, DeviceMessage } from "../../simulation/devices/device-kind.ts";
import { drawnFaults } from "../../simulation/devices/faults.ts";
import { Fleet, type FleetLine, linesFor } from "../../simulation/devices/fleet.ts";
import { deviceKind } from "../../simulation/devices/kinds.ts";
import { counted, hidePasswords, info, pause, systemClock } from "../process.ts";
import { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { reportLines } from "./device-report.ts";
import { sendUntilAnswered, stopOnSignal } from "./simulated-sender.ts";
import { readSiteUse } from "./simulated-site.ts";

type DeviceOptions = SettingsOf<"simulate"> & {
  readonly device: NonNullable<SettingsOf<"simulate">["device"]>;
};

/** How often people pass and messages are sent, in ms. */
const TICK_MS = 1_000;

/** The longest outage if nothing else is set, in log periods. */
const OUTAGE_MAX = 60;

/** How far before the end of their range totals begin at most, in crossings. */
const NEAR_WRAP = 50;

/** How long a server may take to count what a broker has for it, in ms. */
const BROKER_MS = 20 * SECOND_MS;

/** Results of readings by which later totals are judged. */
const MARKS: ReadonlySet<string> = new Set(["baseline", "counted", "wrap", "reset", "jump", "backwards"]);

/**
 * `headcount simulate --device`: people pass devices, which send their own messages in real time. At the end, it compares
 * what can be counted by D31 with what the server has counted; the process fails if they differ.
 */
export async function playDevices(options: DeviceOptions): Promise<void> {
  const { seed, speed, errorRate, rate = null, network, device } = options;
  const kind = deviceKind(device, network);
  const server = new ServerClient(options.url, options.token);
  const { sensors, ...use } = await readSiteUse(server);
  const lines = linesFor(kind, sensors);
  if (options.eachCrossing && kind.hasCrossings !== true)
    throw new HeadcountError("invalid", `devices of the kind ${device} do not send each crossing`);
  await setUp(server, kind, lines, options.resetsAt ?? null);
  const known = await knownTotals(server, kind, lines);
  const start = Math.ceil(systemClock.now() / SECOND_MS) * SECOND_MS;
  const period = logPeriod(options.logPeriod ?? kind.minutes * MINUTE_MS, speed);
  const { resetRate: reset, outageRate: outage, lossRate: loss } = options;
  const { repeatRate: repeat, delayRate: delay } = options;
  const outageMax = options.outageMax === undefined ? OUTAGE_MAX : options.outageMax / speed / period;
  const rates = { reset, outage, outageMax, loss, repeat, delay };
  const isNear = options.nearWrap && kind.width === 16;
  const total = isNear ? 2 ** 16 - NEAR_WRAP : 0;
  const fleet = new Fleet({
    kind,
    lines,
    start,
    period,
    faultsOf: (number) => drawnFaults(rates, seed, number),
    known,
    begin: { in: total, out: total },
    resetsAt: options.resetsAt === undefined ? null : timeOfReset(options.resetsAt),
    logsCrossings: options.eachCrossing,
  });
  const crowd = new Crowd({ ...use, seed, errorRate, start, speed, rate, idPrefix: null });
  const publisher = options.mqtt === undefined ? null : await connect(options.mqtt);
  // Before the message: a user may press Ctrl-C as soon as it is printed.
  const { stop, release } = stopOnSignal();
  info(
    `Simulating people at ${counted(fleet.devices, "device")} (${device}) with ${counted(lines.length, "line")} and ` +
      `log periods of ${period / SECOND_MS} s at ${options.url}; Ctrl-C stops the simulation.`,
  );
  for (const { sensor, serialNumber } of lines)
    if (serialNumber !== sensor)
      info(`${serialNumber} plays ${sensor}; attach it to the doorway to count its people.`);
  const transport =
    publisher === null
      ? httpTransport(server, kind, options.devicePathToken ?? null)
      : mqttTransport(publisher, options.mqttPrefix ?? kind.adapter);
  const { send, sent } = deviceSender(kind, fleet, transport, stop);
  try {
    const end = options.for === undefined ? Number.POSITIVE_INFINITY : start + options.for;
    await play(crowd, fleet, send, { start, end, speed, stop });
  } finally {
    release();
    await publisher?.close();
  }
  const { messages, isCutOff } = sent;
  // A broker gives messages to the server some time later.
  const waitMs = publisher === null ? 0 : BROKER_MS;
  await reportLines(server, fleet.truth(), { start, messages, isWhole: !isCutOff, waitMs });
}

/** Connects to a broker. @throws HeadcountError `invalid` for a wrong address, `unavailable` if it cannot be reached */
async function connect(address: string) {
  const broker = brokerAddress(address);
  hidePasswords(address);
  // Imported here, since most simulations do not need it.
  const { connectPublisher } = await import("../../mqtt/publisher.ts");
  return connectPublisher(broker);
}

/** Length of a log period on the clock, in ms: whole seconds, in which devices give times. */
function logPeriod(simulated: number, speed: number): number {
  if (simulated > READING_SPAN_MS_MAX)
    throw new HeadcountError("invalid", "a log period has at most 24 hours: longer intervals are refused");
  return Math.max(1, Math.round(simulated / speed / SECOND_MS)) * SECOND_MS;
}

async function play(
  crowd: Crowd,
  fleet: Fleet,
  send: ReturnType<typeof deviceSender>["send"],
  { start, end, speed, stop }: { start: number; end: number; speed: number; stop: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    const now = Math.min(systemClock.now(), end);
    for (const report of crowd.advance(now)) fleet.pass(report);
    // People of a simulated second come all at once, when it has passed.
    const seconds = Math.max(0, Math.floor(((now - start) * speed) / SECOND_MS));
    const passed = Math.floor(start + (seconds * SECOND_MS) / speed);
    await send(fleet.advance(passed));
    if (now >= end) {
      await send(fleet.finish(passed));
      return;
    }
    await pause(Math.min(TICK_MS, end - now), stop);
  }
}

/** Tells the server what it cannot know of lines. @throws HeadcountError as `ServerClient.run` does */
async function setUp(
  server: ServerClient,
  { settings }: DeviceKind,
  lines: readonly FleetLine[],
  resetsAt: string | null,
): Promise<void> {
  if (settings === undefined && resetsAt === null) return;
  const counting = { ...(resetsAt !== null && { resets_at: resetsAt, time_zone: "UTC" }), ...settings };
  for (const { serialNumber } of lines) {
    const params = { path: { serial_number: serialNumber } };
    await server.answer((v2) => v2.PUT("/v2/sensors/{serial_number}/", { params, body: { counting } }));
  }
}

/** The totals that the server has of lines: their devices go on counting. */
async function knownTotals(server: ServerClient, { counts }: DeviceKind, lines: readonly FleetLine[]) {
  const known = new Map<string, Passages & { readonly at: number }>();
  if (counts !== "totals") return known;
  const sensors = await server.list((v2, query) => v2.GET("/v2/sensors/", { params: { query } }));
  const registered = new Set(sensors.map(({ serial_number: serialNumber }) => serialNumber));
  for (const { serialNumber } of lines.filter((line) => registered.has(line.serialNumber))) {
    const params = { path: { serial_number: serialNumber }, query: { page_size: 100 } };
    const { results } = await server.answer((v2) =>
      v2.GET("/v2/sensors/{serial_number}/readings/", { params }),
    );
    const last = results.find(({ kind, result }) => kind === "total" && MARKS.has(result));
    if (last === undefined || last.at === null) continue;
    known.set(serialNumber, { at: Date.parse(last.at), in: last.in_total ?? 0, out: last.out_total ?? 0 });
  }
  return known;
}

/** A way of messages to the server: resolves when a message is there, with false if the simulation was stopped before. */
type Transport = (device: string, body: string, stop: AbortSignal) => Promise<boolean>;

type AdapterInPath = operations["storeDeviceMessage"]["parameters"]["path"]["adapter"];

/** Messages by HTTP to the address of the adapter. @param pathToken null for the token of the server, in the header */
function httpTransport(
  server: ServerClient,
  { adapter: name, contentType, query = {} }: DeviceKind,
  pathToken: string | null,
): Transport {
  const adapter = name as AdapterInPath;
  let isRejectionShown = false;
  return async (_device, text, stop) => {
    const sent = { body: text, bodySerializer: (body: unknown) => String(body) };
    const headers = { "content-type": contentType };
    const answer = await sendUntilAnswered(
      server,
      ({ v2 }, { answerOf }) => {
        if (pathToken === null)
          return answerOf(
            v2.POST("/v2/devices/{adapter}/", { params: { path: { adapter }, query }, ...sent, headers }),
          );
        return answerOf(
          v2.POST("/v2/devices/{adapter}/{token}/", {
            params: { path: { adapter, token: pathToken }, query },
            ...sent,
            headers: { ...headers, authorization: null },
          }),
        );
      },
      stop,
    );
    const [problem] = answer?.errors ?? [];
    if (problem !== undefined && !isRejectionShown) {
      isRejectionShown = true;
      info(`Some readings are rejected: ${problem.message}`);
    }
    return answer !== null;
  };
}

/** Messages by MQTT, at the topic `<prefix>/<device>`: the broker has a message when it is there. */
function mqttTransport(publisher: Publisher, prefix: string): Transport {
  return async (device, text, stop) => {
    // The signs of topic filters are no part of a topic.
    const topic = `${prefix}/${device.replaceAll(/[/+#]/g, "-")}`;
    const stopped = new Promise<false>((resolve) => {
      if (stop.aborted) resolve(false);
      stop.addEventListener("abort", () => resolve(false), { once: true });
    });
    return Promise.race([publisher.publish(topic, text).then(() => true), stopped]);
  };
}

/** Sends messages of devices: those of one device in order, each again until it is there. */
function deviceSender(kind: DeviceKind, fleet: Fleet, transport: Transport, stop: AbortSignal) {
  /** `isCutOff`: whether it is unknown of a message if it is there, since the simulation was stopped. */
  const sent = { messages: 0, isCutOff: false };
  const sendOne = async (message: DeviceMessage) => {
    for (const body of kind.encode(message)) {
      if (await transport(message.device, body, stop)) continue;
      sent.isCutOff = true;
      return;
    }
    sent.messages++;
    fleet.stored(message);
  };
  const sendInOrder = async (messages: readonly DeviceMessage[]) => {
    for (const message of messages) if (!stop.aborted) await sendOne(message);
  };
  /** @param devices the messages of each device */
  const send = (devices: readonly (readonly DeviceMessage[])[]) => Promise.all(devices.map(sendInOrder));
  return { send, sent };
}
