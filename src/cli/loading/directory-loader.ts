import { formatId } from "../../domain/ids.ts";
import { READING_FILE_SPAN_MS_MAX } from "../../domain/limits.ts";
import type { Engine } from "../../engine/engine.ts";
import { loadFile, nameOf } from "../../engine/events/event-changes.ts";
import { loadReadings } from "../../engine/events/load-readings.ts";
import { acceptedTimes } from "../../engine/ingest/ingest-queue.ts";
import type { LoadProgress } from "../../engine/ports.ts";
import { acceptReading } from "../../engine/readings/accepted-reading.ts";
import { readReadings } from "../../formats/in/reading-file.ts";
import { engineSettings, openEngine, SERVE_DEFAULTS } from "../open-engine.ts";
import {
  addRejected,
  type FileLoader,
  type LoadedReadings,
  type Places,
  type ReadingFileOptions,
  readingText,
  requireZone,
} from "./file-loader.ts";

/**
 * Loads files into a data directory. Each file is one transaction.
 *
 * @param earliest the earliest timestamp that is accepted, in ms (D3)
 */
export async function directoryLoader(directory: string, earliest: number): Promise<FileLoader> {
  const settings = { ...engineSettings(SERVE_DEFAULTS), earliest };
  const { context, close } = await openEngine(directory, { settings });
  let phase: LoadProgress["phase"] = "reading";
  const following = (onProgress: (progress: LoadProgress) => void) => {
    phase = "reading";
    return (progress: LoadProgress) => {
      phase = progress.phase;
      onProgress(progress);
    };
  };
  return {
    load: async (path, options) => {
      const onProgress = following(options.onProgress);
      const { importId, ...result } = await loadFile(context, path, { ...options, onProgress });
      return { ...result, importId: formatId("import", importId) };
    },
    loadReadings: async (path, options) =>
      loadReadingFile(context, path, { ...options, onProgress: following(options.onProgress) }),
    stored: (path) => {
      switch (phase) {
        case "reading":
          return `Nothing of ${path} is stored.`;
        case "deriving":
          return `All of ${path} is stored; the next command that opens the data derives its counts.`;
        default:
          return `Either all of ${path} is stored or nothing. Run the command again to be sure; no row is stored twice.`;
      }
    },
    withoutDoorway: async (serialNumbers) => {
      const { attachmentsOfSensor, sensorsBySerial } = context.catalog;
      return [...serialNumbers].filter((serialNumber) => {
        const sensor = sensorsBySerial.first(serialNumber);
        return sensor === undefined || attachmentsOfSensor.of(sensor.id).length === 0;
      });
    },
    close,
  };
}

/** The spaces that the sensors' doorways have ever been linked to, and all spaces. */
function placesOf(catalog: Engine["catalog"], serialNumbers: Iterable<string>): Places {
  const { sensorsBySerial, attachmentsOfSensor, linksOfDoorway, spaces } = catalog;
  const ofSensors = [...serialNumbers]
    .flatMap((serialNumber) => sensorsBySerial.of(serialNumber))
    .flatMap(({ id }) => attachmentsOfSensor.of(id))
    .flatMap(({ doorwayId }) => linksOfDoorway.of(doorwayId))
    .flatMap(({ spaceId }) => spaces.get(spaceId) ?? []);
  return { ofSensors, all: spaces.all() };
}

async function loadReadingFile(
  engine: Engine,
  path: string,
  options: ReadingFileOptions,
): Promise<LoadedReadings> {
  const times = acceptedTimes(engine);
  const file = await readReadings(path, {
    ...options,
    accept: (reading) => acceptReading(reading, { times, spanMax: READING_FILE_SPAN_MS_MAX }),
  });
  try {
    const { rows, sensorRows } = file;
    if (file.hasLocalTimes && options.layout.timeZone === null)
      requireZone(path, placesOf(engine.catalog, sensorRows.keys()));
    const rejected = new Map(file.rejected);
    const { lines, suspended, importId } = await loadReadings(engine, file, {
      name: nameOf(path),
      onProgress: options.onProgress,
      onRefuse: ({ row, reading }, reason) => {
        addRejected(rejected, reason, 1);
        options.onReject({ row, reason, found: null, text: readingText(reading) });
      },
    });
    const results = [...lines.values()].map((line) => line.results);
    const sum = (numbers: readonly (number | undefined)[]) =>
      numbers.reduce<number>((a, b) => a + (b ?? 0), 0);
    const duplicates = sum(results.map(({ duplicate }) => duplicate));
    const accepted = sum(results.flatMap((each) => Object.values(each))) - duplicates;
    const loaded = { lines, suspended, hasUnknown: true, importId: formatId("import", importId) };
    return { rows, sensorRows, rejected, accepted, duplicates, ...loaded };
  } finally {
    file.close();
  }
}
