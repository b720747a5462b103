/** Every zone that the browser knows; the server has the last word. */
export const ZONES: readonly string[] = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
