import type { FileLayout } from "../../domain/file-layout.ts";
import type { FileKind, ReadingKind, ReadingLayout } from "../../domain/reading-layout.ts";
import type { FieldMaps } from "../loading/field-map.ts";
import { presetOf } from "../loading/reading-presets.ts";
import { usage } from "../process.ts";
import type { SettingsOf } from "../settings/settings.ts";

type BackfillOptions = SettingsOf<"backfill">;

const FLAGS_OF_KINDS = [
  ["interval", "--interval", "intervals"],
  ["inclusiveEnd", "--inclusive-end", "intervals"],
  ["trajectory", "--trajectory", "events"],
  ["duplicates", "--duplicates", "events"],
] as const;

/** Whether an option comes from a source, as Commander names it. */
type SourceOf = (name: keyof BackfillOptions) => string | undefined;

/**
 * What the rows of the files are. Variables that another command shares do not matter.
 *
 * @throws HeadcountError `invalid` if the flags are not of one kind
 */
export function kindOf({ kind, format }: BackfillOptions, sourceOf: SourceOf): FileKind {
  const preset = presetOf(format);
  const chosen = kind ?? preset?.kind ?? "events";
  if (preset !== null && preset.kind !== chosen)
    throw usage(`--format ${format} is a file of ${preset.kind}, not of ${chosen}`);
  for (const [name, flag, only] of FLAGS_OF_KINDS)
    if (chosen !== only && sourceOf(name) === "cli") throw usage(`${flag} is for ${only}, not for ${chosen}`);
  return chosen;
}

export function eventLayout(options: BackfillOptions): FileLayout {
  const { sensor, trajectory, timeFormat = null, timeZone = null, encoding = null } = options;
  const fields: FileLayout["fields"] = {
    ...mapOf("events", options.map),
    ...(sensor === undefined ? {} : { sensor_serial_number: { value: sensor } }),
    ...(trajectory === undefined ? {} : { trajectory: { value: trajectory } }),
  };
  const { skipLines: skippedLines, header: hasHeader } = options;
  return { fields, timeFormat, timeZone, encoding, skippedLines, hasHeader };
}

/** How files of readings are to be read: by the options that are given, else by the preset. */
export function readingLayout(
  kind: ReadingKind,
  options: BackfillOptions,
  sourceOf: SourceOf,
): ReadingLayout {
  const isGiven = (name: keyof BackfillOptions) => sourceOf(name) !== "default";
  const { sensor, timeFormat, timeZone, interval, inclusiveEnd, encoding, skipLines, header } = options;
  const preset = presetOf(options.format);
  return {
    kind,
    fields: {
      ...mapOf(kind, options.map),
      ...(sensor === undefined ? {} : { serial_number: { value: sensor } }),
    },
    candidates: preset?.candidates ?? {},
    timeFormat: timeFormat ?? preset?.timeFormat ?? null,
    timeZone: timeZone ?? preset?.timeZone ?? null,
    interval: interval ?? preset?.interval ?? null,
    hasInclusiveEnd: inclusiveEnd,
    encoding: encoding ?? null,
    skippedLines: isGiven("skipLines") ? skipLines : (preset?.skippedLines ?? skipLines),
    hasHeader: header,
  };
}

function mapOf<Kind extends FileKind>(kind: Kind, maps: FieldMaps): NonNullable<FieldMaps[Kind]> | undefined {
  if (Object.keys(maps).length > 0 && maps[kind] === undefined)
    throw usage(`--map names fields of ${Object.keys(maps).join(" or ")}, not of ${kind}`);
  return maps[kind];
}
