import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { headcountProcess } from "./headcount.ts";
import { ask, askUntilAnswered, LIVE_TOKEN, type RawAnswer } from "./live-api.ts";
import { eventOf, late, PAUSE_MS_MAX, rowOf, type SenderParts } from "./live-senders.ts";
import { SERIALS } from "./live-site.ts";
import { moment } from "./waiting.ts";

/** Rows of a file at most. */
const FILE_ROWS_MAX = 300;

const never = () => false;

/**
 * Loads files through a balancer, each again until all of it is there.
 *
 * @param folder where the files are made
 */
export async function loadFiles(
  { ledger, below, isOver, ageMs = 0 }: SenderParts,
  { folder, balancer }: { readonly folder: string; readonly balancer: string },
): Promise<void> {
  const make = late(below, () => Date.now() - ageMs, "c", [SERIALS.filed]);
  const args = ["--url", balancer, "--token", LIVE_TOKEN, "--rejects", join(folder, "rejects.csv")];
  for (let file = 0; !isOver(); file++) {
    const events = make(1 + below(FILE_ROWS_MAX));
    const rows = events.map(({ serial, timestamp, trajectory, eventId }) =>
      [new Date(timestamp).toISOString(), serial, trajectory, eventId ?? ""].join(","),
    );
    const path = join(folder, `${file}.csv`);
    writeFileSync(path, ["timestamp,sensor_serial_number,trajectory,event_id", ...rows, ""].join("\n"));
    let finished = await headcountProcess(["backfill", path, ...args]);
    while (finished.code !== 0) {
      await moment(PAUSE_MS_MAX);
      finished = await headcountProcess(["backfill", path, ...args]);
    }
    ledger.note(events, true);
    const { accepted, duplicates } = JSON.parse(finished.stdout) as Record<string, number>;
    if (Number(accepted) + Number(duplicates) !== events.length)
      ledger.problems.push(`a file of ${events.length} rows: ${finished.stdout} ${finished.stderr}`);
  }
}

/** Posts events that count for nothing in the end: each is voided. */
export async function voidEvents({ server, ledger, below, isOver, ageMs = 0 }: SenderParts): Promise<void> {
  // Events of version 1 are those of known sensors.
  const stray = { serial: SERIALS.stray, trajectory: 1 } as const;
  const known = { ...stray, timestamp: Date.now() - ageMs, eventId: "v" };
  const text = JSON.stringify([rowOf(known)]);
  await askUntilAnswered(server, never, "/v2/sensor_events/", { text });
  ledger.note([known], true);
  for (let made = 0; !isOver(); made++) {
    const timestamp = Math.floor((Date.now() - ageMs - below(5_000)) / 2) * 2;
    const text = JSON.stringify(eventOf({ ...stray, timestamp }));
    const headers = { "idempotency-key": `void-${made}` };
    const created = await askUntilAnswered(server, never, "/v1/events/", { text, headers });
    const { id } = JSON.parse(created?.text ?? "") as { id: string };
    const voided = await askUntilAnswered(server, never, `/v2/events/${id}/`, { method: "DELETE" });
    // An attempt that was not answered may have voided it.
    const isVoided = voided?.status === 204 || (await isVoidAudited(server, id));
    if (created?.status !== 201 || !isVoided)
      ledger.problems.push(`an event was voided: ${created?.text}, ${voided?.status} ${voided?.text}`);
    await moment(below(PAUSE_MS_MAX));
  }
}

/** Whether the audit log says that an event has been voided. */
async function isVoidAudited(server: SenderParts["server"], id: string): Promise<boolean> {
  const answer = await askUntilAnswered(server, never, `/v2/audit_log/?resource_id=${id}`, {});
  const { results } = JSON.parse(answer?.text ?? "") as { results: { action: string }[] };
  return results.some(({ action }) => action === "void");
}

/** Whether a change has been made, by its answer; null if that is not known. */
function isMade({ status, text }: RawAnswer): boolean | null {
  if (status !== 503) return true;
  if (text.includes("it is not known whether")) return null;
  return text.includes("the change has been made");
}

/** Spaces that have been created with each name, and those of which it is not known. */
export class CreatedSpaces {
  readonly created = new Map<string, { readonly made: number; readonly open: number }>();

  /** The names whose spaces are too few, or too many, in a list of all. */
  wrongIn(names: readonly string[]): string[] {
    return [...this.created].flatMap(([name, { made, open }]) => {
      const found = names.filter((each) => each === name).length;
      return found < made || found > made + open ? [`${name}: ${found}, not ${made} to ${made + open}`] : [];
    });
  }
}

/** Creates and renames spaces. What has been answered is seen by the next read, at any server. */
export async function changeCatalog(
  { server, ledger, below, isOver }: SenderParts,
  { created }: CreatedSpaces,
): Promise<void> {
  for (let number = 0; !isOver(); number++) {
    let name = `Extra ${number}`;
    let answer: RawAnswer | null = null;
    let open = 0;
    let made = 0;
    while (made === 0) {
      const text = JSON.stringify({ name, daily_reset: null });
      answer = await ask(await server.address(), "/v2/spaces/", { text }).catch(() => null);
      const isCertain = answer === null ? null : isMade(answer);
      if (isCertain === null) open++;
      else if (isCertain) made++;
      if (made === 0) await moment(20);
    }
    if (answer?.status !== 201 && answer?.status !== 503)
      ledger.problems.push(`${name} was answered with ${answer?.status} ${answer?.text}`);
    if (answer?.status === 201) {
      const path = `/v2/spaces/${JSON.parse(answer.text).id}/`;
      if (open === 0 && below(2) === 0) {
        name = `${name} renamed`;
        const put = { method: "PUT", text: JSON.stringify({ name }) };
        const renamed = await askUntilAnswered(server, never, path, put);
        if (renamed?.status !== 200) ledger.problems.push(`${name}: ${renamed?.status} ${renamed?.text}`);
      }
      const read = await askUntilAnswered(server, never, path, {});
      if (read?.status !== 200 || JSON.parse(read.text).name !== name)
        ledger.problems.push(`${name} was read as ${read?.status} ${read?.text}`);
    }
    created.set(name, { made, open });
    await moment(below(PAUSE_MS_MAX));
  }
}
