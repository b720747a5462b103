/** Values for parameters of the address; null takes one out. */
export type Parameters = Readonly<Record<string, string | null>>;

/** An address's parameters with some of them changed. */
export function withParameters(before: URLSearchParams, changes: Parameters): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return after;
}
