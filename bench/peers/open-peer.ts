import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { nextMessage, startChild } from "../child.ts";
import type { SpaceTime } from "../store/space-counts.ts";
import { PEER_FORMATS, type PeerFiles, type PeerName } from "./peer.ts";
import type { PeerAnswer, PeerAnswers, PeerRequest } from "./peer-child.ts";

const CHILD = new URL("peer-child.ts", import.meta.url);

/** The limit for one request to a peer, in ms. Window functions over a large log take hours. */
const ANSWER_MS_MAX = 4 * 3_600_000;

/** A peer in a child process. Methods that return a number return the duration of the work, in ms. */
export class OpenPeer {
  readonly name: PeerName;
  /** Its name and version. */
  readonly title: string;
  /** The file to which it writes its hour samples. */
  readonly hoursFile: string;
  readonly #child: ChildProcess;

  private constructor(name: PeerName, title: string, folder: string, child: ChildProcess) {
    this.name = name;
    this.title = title;
    this.hoursFile = join(folder, `hours.${PEER_FORMATS[name]}`);
    this.#child = child;
  }

  /**
   * @param packages the folder in which its packages are installed
   * @param folder the folder of its data
   */
  static async open(peer: PeerName, packages: string, folder: string): Promise<OpenPeer> {
    const child = startChild(CHILD);
    try {
      const title = await ask(child, { ask: "open", peer, packages, folder });
      return new OpenPeer(peer, title, folder, child);
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  load(files: PeerFiles): Promise<number> {
    return ask(this.#child, { ask: "load", files });
  }

  eventBytes(): Promise<number> {
    return ask(this.#child, { ask: "eventBytes" });
  }

  sampleHours(start: number, end: number): Promise<number> {
    return ask(this.#child, { ask: "sampleHours", start, end });
  }

  /** Writes the computed hour samples to `hoursFile`. */
  writeHours(): Promise<number> {
    return ask(this.#child, { ask: "writeHours", file: this.hoursFile });
  }

  readSpaces(times: readonly SpaceTime[], warmUps: number): Promise<PeerAnswers["readSpaces"]> {
    return ask(this.#child, { ask: "readSpaces", times, warmUps });
  }

  async close(): Promise<void> {
    const ended = once(this.#child, "exit");
    await ask(this.#child, { ask: "close" });
    await ended;
  }
}

async function ask<Request extends PeerRequest>(
  child: ChildProcess,
  request: Request,
): Promise<PeerAnswers[Request["ask"]]> {
  child.send(request);
  const answer = await nextMessage<PeerAnswer>(child, ANSWER_MS_MAX);
  if ("error" in answer) throw new Error(answer.error);
  return answer.value as PeerAnswers[Request["ask"]];
}
