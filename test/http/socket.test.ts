import { describe, expect, it } from "vitest";
import { ADMIN, listeningApi, sharedApi } from "../support/http.ts";
import { Client, UNFINISHED_BODY } from "../support/raw-client.ts";

const api = await sharedApi();
const address = await api.listen();
for (const name of ["A", "B"]) await api.create("/v2/spaces/", { name });

const AUTHORIZATION = { authorization: `Bearer ${ADMIN}` };

describe("over a real socket", () => {
  it("D16: a client that names no host gets links all the same", async () => {
    const client = new Client(address);
    client.socket.write(`GET /v2/spaces/?page_size=1 HTTP/1.0\r\nAuthorization: Bearer ${ADMIN}\r\n\r\n`);
    await client.closed;
    expect(client.received).toContain('"next":"http://localhost/v2/spaces/?page_size=1&page=2"');
  });

  it("survives a client that breaks off within its body", async () => {
    const lines: string[] = [];
    const { address } = await listeningApi({
      logger: { level: "error", stream: { write: (line) => lines.push(line) } },
    });
    const { socket } = new Client(address);
    socket.write(UNFINISHED_BODY);
    const list = () => fetch(`${address}/v2/spaces/`, { headers: AUTHORIZATION });
    // The server has read the beginning when it answers a later request.
    expect((await list()).status).toBe(200);
    socket.destroy();
    const response = await list();
    expect(await response.json()).toMatchObject({ total: 0 });
    expect(lines).toEqual([]);
  });
});
