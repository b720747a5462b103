import { expect } from "vitest";

/** What no query may come upon. */
export const SQL_SECRETS = {
  webhook: `whsec_${Buffer.from("a secret of a webhook, 32 bytes!").toString("base64")}`,
  header: "header-that-lets-in",
  tokenName: "token-with-a-name",
};

/** Sends JSON to a server; what it answers must be good. */
export async function sendJson(
  address: string,
  token: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const response = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text);
}

/** A space with a doorway and a few events; a webhook and a token with secrets. */
export async function makeSqlSite(address: string, token: string): Promise<void> {
  const send = (path: string, body: unknown) =>
    sendJson(address, token, path, body) as Promise<{ id: string }>;
  const space = await send("/v2/spaces/", { name: "Hall", time_zone: "Europe/Berlin", capacity: 10 });
  const doorway = await send("/v2/doorways/", { name: "Front door", sensor_serial_number: "a" });
  await send("/v2/links/", { space_id: space.id, doorway_id: doorway.id, sensor_placement: 1 });
  const { webhook: secret, header } = SQL_SECRETS;
  await send("/v2/webhooks/", { endpoint: "http://127.0.0.1:9/", secret, headers: { "X-Key": header } });
  await send("/v2/tokens/", { name: SQL_SECRETS.tokenName, scopes: ["read"] });
  const rows = [0, 1, 2].map((minute) => ({
    sensor_serial_number: "a",
    timestamp: `2024-05-06T07:0${minute}:00Z`,
    trajectory: minute === 2 ? -1 : 1,
  }));
  await send("/v2/sensor_events/?live=false", rows);
}

/** Every name of a table or view, whatever its schema, that a query could read. */
export const ALL_TABLES = "SELECT table_schema, table_name FROM information_schema.tables ORDER BY ALL";
