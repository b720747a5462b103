import { readFileSync } from "node:fs";
import { PROGRAM_FOLDER } from "../../program-folder.ts";

/** What is used of WebAssembly: TypeScript's own types of it are with those of browsers. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** What the build makes of `assembly/samples.ts`. */
const MODULE = new URL("dist/samples.wasm", PROGRAM_FOLDER);

/** Addresses and sizes of the module's, and how much there is room for; each is documented there. */
const LAYOUT = [
  "STARTS",
  "ENDS",
  "MEASURED",
  "COUNTS",
  "MINS",
  "MAXS",
  "ENTRANCES",
  "EXITS",
  "SAMPLES_MAX",
  "TEXT",
  "END_LENGTH",
  "QUOTIENTS",
  "NO_QUOTIENTS",
  "TABLES",
  "TABLE_BYTES",
  "DIVIDENDS",
  "ROW_BYTES",
  "SPARE",
  "DATE",
] as const;
type Layout = Readonly<Record<(typeof LAYOUT)[number], number>>;

/** What the module asks for. */
export interface SamplesImports {
  writeDate(day: number): void;
  ratesOf(measured: number): number;
  writeQuotient(quotients: number, dividend: number): number;
  writeAverage(index: number, at: number): number;
}

interface SamplesExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  write(
    from: number,
    to: number,
    step: 1 | -1,
    capacity: number,
    targetCapacity: number,
    hasAverages: boolean,
  ): number;
}

/** The WebAssembly that writes samples. */
export interface SamplesModule extends SamplesExports {
  readonly layout: Layout;
}

/** Opens the module; its memory is its own. */
export type OpenSamplesModule = (imports: SamplesImports) => SamplesModule;

/**
 * Reads the module. Null where it cannot be run: a processor may have no vectors, or the file be damaged.
 *
 * @throws Error where the program has not been built
 */
export function readSamplesModule(): OpenSamplesModule | null {
  const bytes = readFileSync(MODULE);
  const { validate, Instance, Module } = WebAssembly;
  if (!validate(bytes)) return null;
  return (imports) => {
    const { exports } = new Instance(new Module(bytes), { samples: { ...imports } });
    // The build compiles what these types describe.
    const { memory, write } = exports as SamplesExports;
    const told = exports as Readonly<Record<keyof Layout, { readonly value: number }>>;
    const layout = Object.fromEntries(LAYOUT.map((name) => [name, told[name].value])) as Layout;
    return { memory, write, layout };
  };
}
