import { readFileSync } from "node:fs";
import { PROGRAM_FOLDER } from "../../program-folder.ts";

/** The parts of WebAssembly that are used: TypeScript has its types only with those of browsers. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** The compiled `assembly/samples.ts`. */
const MODULE = new URL("dist/samples.wasm", PROGRAM_FOLDER);

/** Addresses, sizes and capacities of the module, each documented there. */
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

/** The functions that the module imports. */
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

/** Instantiates the module with its own memory. */
export type OpenSamplesModule = (imports: SamplesImports) => SamplesModule;

/**
 * Reads the module. Null where it cannot be run: the processor may have no vectors, or the file may be damaged.
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
    const values = exports as Readonly<Record<keyof Layout, { readonly value: number }>>;
    const layout = Object.fromEntries(LAYOUT.map((name) => [name, values[name].value])) as Layout;
    return { memory, write, layout };
  };
}
