/** Changes of URL parameters; null removes one. */
export type Parameters = Readonly<Record<string, string | null>>;

/** URL parameters with changes applied. */
export function withParameters(before: URLSearchParams, changes: Parameters): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return after;
}
