/** A setting of a command. Its key gives the flag and the variable: `dataDir` is `--data-dir` and `HEADCOUNT_DATA_DIR`. */
export interface Setting {
  /** The placeholder of the value in the help, such as `<port>`; `<space...>` takes several. Switches have none. */
  readonly value?: string;
  readonly help: string;
  /** Parses the value; a text is taken as it is without it. */
  readonly read?: (text: string, previous: never) => unknown;
  readonly choices?: readonly string[];
  /** The default; that of a switch is false. */
  readonly default?: unknown;
  /** The default in the help, where it is not `default` itself. */
  readonly defaultText?: string;
  readonly isRequired?: true;
  /** The help of `--no-…`, for a switch that is on by default. */
  readonly negated?: string;
  /** A short flag. Such a setting has no environment variable. */
  readonly short?: string;
  /** Accepted, but not shown: the command answers it with what to do instead. */
  readonly isHidden?: true;
  /** Read from the environment only. */
  readonly isVariableOnly?: true;
}

/** A setting that has a value. */
export function value<
  const More extends Omit<Setting, "value" | "help"> = object,
  const Value extends string = string,
>(placeholder: Value, help: string, more?: More): { readonly value: Value; readonly help: string } & More {
  return { value: placeholder, help, ...(more as More) };
}

type ValueOf<S> = S extends { readonly read: (text: string, previous: never) => infer Value }
  ? Value
  : S extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : S extends { readonly value: `${string}...>` }
      ? readonly string[]
      : S extends { readonly value: string }
        ? string
        : boolean;

/** Names of the settings that have a value on each run: required ones, ones with a default, and switches. */
type PresentIn<C> = {
  [Name in keyof C]: C[Name] extends { readonly isRequired: true } | { readonly default: unknown }
    ? Name
    : C[Name] extends { readonly value: string }
      ? never
      : Name;
}[keyof C];

/** The values of some settings. */
export type ValuesOf<C> = { readonly [Name in PresentIn<C>]: ValueOf<C[Name]> } & {
  readonly [Name in Exclude<keyof C, PresentIn<C>>]?: ValueOf<C[Name]>;
};
