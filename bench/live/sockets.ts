import WebSocket from "ws";
import type { Target } from "../served.ts";

/** The number of websockets that are opened simultaneously. */
const OPENED_AT_ONCE = 20;

/** A group of open websockets. */
export interface SocketGroup {
  /** The number of websockets that the server has closed. */
  readonly lost: number;
  close(): void;
}

/**
 * Opens a number of websockets.
 *
 * @param addressOf returns the URL for the next websocket
 */
export async function openSockets(
  count: number,
  addressOf: () => Promise<string>,
  onMessage: (text: Buffer) => void,
): Promise<SocketGroup> {
  const sockets: WebSocket[] = [];
  let lost = 0;
  const openNext = async () => {
    const socket = new WebSocket(await addressOf(), { perMessageDeflate: false, skipUTF8Validation: true });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    socket.on("message", onMessage).on("close", () => lost++);
    sockets.push(socket);
  };
  for (let left = count; left > 0; left -= OPENED_AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(left, OPENED_AT_ONCE) }, openNext));
  return {
    get lost() {
      return lost;
    },
    close: () => {
      for (const socket of sockets) socket.removeAllListeners("close").terminate();
    },
  };
}

/** Requests the URL of a websocket from a server. */
export async function socketAddress({ origin, token }: Target): Promise<string> {
  const answer = await fetch(`${origin}/v2/sockets/`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 201) throw new Error(`no socket: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { url: string }).url;
}
