import { describe, expect, it } from "vitest";
import { ADMIN, listeningApi, sharedApi } from "../support/http.ts";
import { Client, UNFINISHED_BODY } from "../support/raw-client.ts";

const api = await sharedApi();
const address = await api.listen();
for (const name of ["A", "B"]) await api.create("/v2/spaces/", { name });

const AUTHORIZATION = { authorization: `Bearer ${ADMIN}` };

describe("over a real socket", () => {
  it("serves, and links to where it was reached (D16)", async () => {
    const response = await fetch(`${address}/v2/spaces/?page_size=1`, { headers: AUTHORIZATION });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const { next } = (await response.json()) as { next: string };
    expect(next).toBe(`${address}/v2/spaces/?page_size=1&page=2`);
    const second = await fetch(next, { headers: AUTHORIZATION });
    expect(await second.json()).toMatchObject({ next: null, results: [{ name: "B" }] });
  });

  it("takes bodies with and without a length, and answers 204 with none (D19)", async () => {
    const created = await fetch(`${address}/v2/spaces/`, {
      method: "POST",
      headers: { ...AUTHORIZATION, "content-type": "application/json" },
      body: new Blob(['{"name":', '"Hall"}']).stream(),
      duplex: "half",
    });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    const deleted = await fetch(`${address}/v2/spaces/${id}/`, {
      method: "DELETE",
      headers: { ...AUTHORIZATION, "content-type": "application/json" },
      body: '{"name":"Hall"}',
    });
    expect(deleted.status).toBe(204);
    expect(await deleted.text()).toBe("");
  });

  it("D17: errors have the type application/problem+json, and HEAD has no body", async () => {
    const refused = await fetch(`${address}/v2/spaces/`);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(await refused.json()).toMatchObject({ status: 403 });
    const head = await fetch(`${address}/v2/spaces/spc_99/`, { method: "HEAD", headers: AUTHORIZATION });
    expect(head.status).toBe(404);
    expect(await head.text()).toBe("");
  });

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
