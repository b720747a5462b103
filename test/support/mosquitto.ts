import { execFile, spawn } from "node:child_process";
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import mqtt, { type IClientPublishOptions, type MqttClient } from "mqtt";
import { describe, onTestFinished } from "vitest";
import { freePort } from "./postgres.ts";
import { until } from "./waiting.ts";

/** Debian's places of the broker and of its plugin for users. */
const PROGRAM = "/usr/sbin/mosquitto";
const LIBRARIES = "/usr/lib";

const run = promisify(execFile);

/** A user of a broker. */
interface BrokerUser {
  readonly name: string;
  readonly password: string;
  /** The filter that the user may subscribe to, and publish to topics of. */
  readonly filter: string;
}

interface BrokerOptions {
  /** Without, everybody may do everything. */
  readonly users?: readonly BrokerUser[];
  readonly isSecure?: boolean;
}

/** A broker on a free port of this machine, with a folder of its own, which ends with the test. */
export class Mosquitto {
  readonly port: number;
  readonly #folder: string;
  readonly #scheme: string;
  #process: ReturnType<typeof spawn> | null = null;

  private constructor(folder: string, port: number, scheme: string) {
    this.#folder = folder;
    this.port = port;
    this.#scheme = scheme;
  }

  static async start({ users, isSecure = false }: BrokerOptions = {}): Promise<Mosquitto> {
    const folder = mkdtempSync(join(tmpdir(), "headcount-mosquitto-"));
    const broker = new Mosquitto(folder, await freePort(), isSecure ? "mqtts" : "mqtt");
    onTestFinished(() => broker.#dispose());
    if (isSecure) await broker.#makeCertificates();
    const lines = [
      `listener ${broker.port} 127.0.0.1`,
      ...(isSecure
        ? [`certfile ${broker.#path("server.crt")}`, `keyfile ${broker.#path("server.key")}`]
        : []),
      // Root would become another user.
      `user ${userInfo().username}`,
      "persistence true",
      `persistence_location ${folder}/`,
      "max_queued_messages 0",
      "set_tcp_nodelay true",
    ];
    if (users === undefined) lines.push("allow_anonymous true");
    else {
      lines.push("allow_anonymous false", `plugin ${dynamicSecurity()}`);
      lines.push(`plugin_opt_config_file ${broker.#path("users.json")}`);
      writeFileSync(broker.#path("users.json"), JSON.stringify(securityOf(users)));
    }
    writeFileSync(broker.#path("mosquitto.conf"), `${lines.join("\n")}\n`);
    await broker.resume();
    return broker;
  }

  /** The file of the certificate of the authority, for clients. */
  get ca(): string {
    return this.#path("ca.crt");
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  async #makeCertificates(): Promise<void> {
    const openssl = (...args: readonly string[]) => run("openssl", args, { cwd: this.#folder });
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const names = "subjectAltName=IP:127.0.0.1,DNS:localhost";
    await openssl(
      "req",
      "-x509",
      ...key,
      "-keyout",
      "ca.key",
      "-out",
      "ca.crt",
      "-subj",
      "/CN=Test authority",
    );
    await openssl("req", ...key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost");
    writeFileSync(this.#path("names"), names);
    const signed = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"];
    await openssl("x509", "-req", "-in", "server.csr", ...signed, "-out", "server.crt");
  }

  /** Starts the broker again, and waits until it listens. */
  async resume(): Promise<void> {
    this.#process = spawn(PROGRAM, ["-c", this.#path("mosquitto.conf")], { stdio: "ignore" });
    await until(() => isListening(this.port));
  }

  /** Lets the broker save its sessions, and waits until they have a text. */
  async save(text: string): Promise<void> {
    const path = this.#path("mosquitto.db");
    await until(() => {
      this.#process?.kill("SIGUSR1");
      return existsSync(path) && readFileSync(path).includes(text);
    });
  }

  /** Ends the broker as a failure of its machine would. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    if (running === null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill(signal);
    await ended;
    this.#process = null;
  }

  async #dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The address for a server. @param port that of a link to the broker */
  address(user?: BrokerUser, port = this.port): string {
    const login = user === undefined ? "" : `${user.name}:${encodeURIComponent(user.password)}@`;
    return `${this.#scheme}://${login}127.0.0.1:${port}`;
  }

  /** A client that publishes as a device does. */
  async device(user?: BrokerUser): Promise<Device> {
    const client = await mqtt.connectAsync({
      protocol: this.#scheme === "mqtts" ? "mqtts" : "mqtt",
      host: "127.0.0.1",
      port: this.port,
      rejectUnauthorized: false,
      protocolVersion: 5,
      reconnectPeriod: 0,
      ...(user !== undefined && { username: user.name, password: user.password }),
    });
    onTestFinished(() => void client.end(true));
    return new Device(client);
  }
}

/** A client that publishes. */
export class Device {
  readonly #client: MqttClient;

  constructor(client: MqttClient) {
    this.#client = client;
  }

  /** Publishes a text, or the JSON of anything else, at QoS 1; the broker has it when it resolves. */
  async publish(topic: string, body: unknown, options: Partial<IClientPublishOptions> = {}): Promise<void> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    await this.#client.publishAsync(topic, text, { qos: 1, ...options });
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

/** The plugin that also checks subscriptions. */
function dynamicSecurity(): string {
  for (const folder of ["", ...readdirSync(LIBRARIES)]) {
    const path = join(LIBRARIES, folder, "mosquitto_dynamic_security.so");
    if (existsSync(path)) return path;
  }
  throw new Error("mosquitto has no plugin for users");
}

function securityOf(users: readonly BrokerUser[]): object {
  const iterations = 101;
  return {
    defaultACLAccess: {
      publishClientSend: false,
      publishClientReceive: true,
      subscribe: false,
      unsubscribe: true,
    },
    clients: users.map(({ name, password }) => {
      const salt = randomBytes(12);
      return {
        username: name,
        salt: salt.toString("base64"),
        password: pbkdf2Sync(password, salt, iterations, 64, "sha512").toString("base64"),
        iterations,
        roles: [{ rolename: name }],
      };
    }),
    roles: users.map(({ name, filter }) => ({
      rolename: name,
      acls: [
        { acltype: "publishClientSend", topic: filter, allow: true },
        { acltype: "subscribePattern", topic: filter, allow: true },
      ],
    })),
  };
}

/** Tests with a broker, which are skipped where it is not installed; in CI they fail then. */
export function describeWithMosquitto(name: string, define: () => void): void {
  const isSkipped = !existsSync(PROGRAM) && process.env.CI !== "true";
  describe.skipIf(isSkipped)(isSkipped ? `${name}: skipped, there is no ${PROGRAM}` : name, define);
}
