import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { PostgresConnection } from "../../src/postgres/connection.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { describeWithPostgres, openLog } from "../support/postgres.ts";

const OPENSSL = "/usr/bin/openssl";

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "headcount-addresses-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function connect(address: string): PostgresConnection {
  const connection = new PostgresConnection(databaseServers(address), "test");
  onTestFinished(() => connection.close());
  return connection;
}

/** A server that agrees to TLS as PostgreSQL does, with a certificate that no authority has signed. */
async function startTls(folder: string): Promise<number> {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3", "-subj", "/CN=localhost"];
  execFileSync(OPENSSL, [...request, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("S");
      new TLSSocket(socket, { isServer: true, key: readFileSync(key), cert: readFileSync(cert) }).on(
        "error",
        () => {},
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe("an address of a database", () => {
  it("with a certificate of a private authority names `sslrootcert`", async () => {
    const port = await startTls(temporary());
    await expect(
      connect(`postgres://a@127.0.0.1:${port}/b?sslmode=require`).run("head"),
    ).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(
        /self.signed certificate: name the file .* with sslrootcert in the address\); an administrator /,
      ),
    });
  });

  it("whose certificate file cannot be read is unavailable until it can", async () => {
    const file = join(temporary(), "ca.pem");
    const connection = connect(`postgres://a@127.0.0.1:1/b?sslmode=verify-full&sslrootcert=${file}`);
    const failure = (reason: RegExp) => ({ kind: "unavailable", message: expect.stringMatching(reason) });
    await expect(connection.run("head")).rejects.toMatchObject(failure(/127.0.0.1:1: ENOENT: .*ca.pem/));
    writeFileSync(`${file}.new`, "");
    renameSync(`${file}.new`, file);
    await expect(connection.run("head")).rejects.toMatchObject(failure(/127.0.0.1:1: .*ECONNREFUSED/));
  });

  it("may have its hosts in a parameter", () => {
    const { list, shown } = databaseServers("postgres://ann@/b?host=/run/one,/run/two&port=5433");
    expect(shown).toBe("postgres:///run/one,/run/two/b");
    expect(list).toEqual(
      ["/run/one", "/run/two"].map((host) => ({
        config: {
          connectionString: `postgres://ann@/b?${new URLSearchParams({ host, port: "5433" })}`,
        },
        shown: host,
      })),
    );
    for (const address of ["postgres:///b", "postgres://ann@/b?host=", "postgres:///?host=/run"])
      expect(() => databaseServers(address)).toThrow(/is not an address/);
  });
});

describeWithPostgres("a database of PostgreSQL", (server) => {
  it("is reached by its socket", async () => {
    const name = (await server().createDatabase()).split("/").at(-1) as string;
    const log = await openLog(server().socketAddress(name));
    onTestFinished(() => log.close());
    expect((await log.head()).position).toBe(0n);
  });

  it("needs no privilege to create schemas if an administrator has made the log's", async () => {
    const address = await server().createDatabase();
    const name = address.split("/").at(-1) as string;
    await server().query("CREATE ROLE modest LOGIN");
    await server().query("CREATE SCHEMA headcount AUTHORIZATION modest", name);
    const log = await openLog(address.replace("headcount@", "modest@"));
    onTestFinished(() => log.close());
    expect((await log.head()).position).toBe(0n);
  });
});
