import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { head, servedRaw } from "../support/raw-client.ts";
import { until } from "../support/waiting.ts";

const MEGABYTE = 2 ** 20;
const PICTURE_BYTES = 24 * MEGABYTE;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The bytes that buffers take, without those that nothing refers to. */
function bufferBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

it("D32: a picture in a message of a device takes no memory while it arrives", async () => {
  const { client: connect } = await servedRaw({});
  const client = connect();
  const start = "--b\r\nContent-Type: image/jpeg\r\n\r\n";
  const end =
    "\r\n--b\r\nContent-Type: text/xml\r\n\r\n" +
    "<EventNotificationAlert><macAddress>aa</macAddress></EventNotificationAlert>\r\n--b--\r\n";
  const length = start.length + PICTURE_BYTES + end.length;
  const headers = ["Content-Type: multipart/form-data; boundary=b", `Content-Length: ${length}`];
  client.socket.write(`${head("POST", "/v2/devices/hikvision/", ...headers)}\r\n\r\n${start}`);
  const piece = Buffer.alloc(MEGABYTE, 0x5a);
  const before = bufferBytes();
  for (let sent = 0; sent < PICTURE_BYTES; sent += piece.length)
    await new Promise<void>((resolve) => client.socket.write(piece, () => resolve()));
  await until(() => client.socket.writableLength === 0);
  // Memory is freed some time after it has been collected.
  await until(() => bufferBytes() - before < PICTURE_BYTES / 4);
  client.socket.write(end);
  await until(() => client.received.includes("counted"));
  expect(client.status).toBe(200);
});
