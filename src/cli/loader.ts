import type { Engine } from "../engine/build-engine.ts";
import type { LoadOptions, LoadProgress, LoadResult } from "../engine/ports.ts";
import { openEngine } from "./open-engine.ts";
import type { RemoteLoad } from "./remote-backfill.ts";
import { collect, type RemoteServer } from "./remote-server.ts";
import type { Target } from "./target.ts";

type FileOptions = Omit<LoadOptions, "now">;

/** Loads files of sensor events, one after another, into a data directory or through a server. */
export interface Loader {
  /** @throws HeadcountError as `loadFile` and `RemoteLoad.run` do */
  load(path: string, options: FileOptions): Promise<LoadResult>;
  /** A sentence about how much of the current file is stored. */
  stored(path: string): string;
  /**
   * The serial numbers whose sensors are not attached to a doorway.
   *
   * @throws HeadcountError `unavailable` if the token may not read doorways
   */
  withoutDoorway(serialNumbers: Iterable<string>): Promise<string[]>;
  close(): Promise<void>;
}

export async function openLoader(target: Target): Promise<Loader> {
  if (target.kind === "server") return new ServerLoader(target.server);
  const engine = await openEngine(target.directory);
  return new DirectoryLoader(engine.context, () => engine.close());
}

class DirectoryLoader implements Loader {
  readonly #context: Engine;
  readonly close: () => Promise<void>;
  #phase: LoadProgress["phase"] = "reading";

  constructor(context: Engine, close: () => Promise<void>) {
    this.#context = context;
    this.close = close;
  }

  async load(path: string, options: FileOptions): Promise<LoadResult> {
    const { loadFile } = await import("../engine/ingest/ingest-reports.ts");
    this.#phase = "reading";
    const onProgress = (progress: LoadProgress) => {
      this.#phase = progress.phase;
      options.onProgress(progress);
    };
    return loadFile(this.#context, path, { ...options, onProgress });
  }

  stored(path: string): string {
    switch (this.#phase) {
      case "reading":
        return `Nothing of ${path} is stored.`;
      case "deriving":
        return `All of ${path} is stored; the next command that opens the data derives its counts.`;
      default:
        return `Either all of ${path} is stored or nothing. Run the command again to be sure; no row is stored twice.`;
    }
  }

  async withoutDoorway(serialNumbers: Iterable<string>): Promise<string[]> {
    const { attachmentsOfSensor, sensorsBySerial } = this.#context.catalog;
    return [...serialNumbers].filter((serialNumber) => {
      const sensor = sensorsBySerial.first(serialNumber);
      return sensor === undefined || attachmentsOfSensor.of(sensor.id).length === 0;
    });
  }
}

class ServerLoader implements Loader {
  readonly #server: RemoteServer;
  #load: RemoteLoad | null = null;

  constructor(server: RemoteServer) {
    this.#server = server;
  }

  async load(path: string, options: FileOptions): Promise<LoadResult> {
    const { RemoteLoad } = await import("./remote-backfill.ts");
    this.#load = new RemoteLoad(this.#server, path, options);
    return this.#load.run();
  }

  stored(path: string): string {
    return this.#load?.stored ?? `Nothing of ${path} is stored.`;
  }

  async withoutDoorway(serialNumbers: Iterable<string>): Promise<string[]> {
    const doorways = await this.#server.run(({ v2 }, { itemsOf }) =>
      collect(itemsOf((query) => v2.GET("/v2/doorways/", { params: { query } }))),
    );
    const attached = new Set(doorways.map((doorway) => doorway.sensor_serial_number));
    return [...serialNumbers].filter((serialNumber) => !attached.has(serialNumber));
  }

  async close(): Promise<void> {}
}
