const KEY = "headcount-week-space";

/** The space whose week was looked at last on this device; null where none was. */
export function rememberedSpace(): string | null {
  return localStorage.getItem(KEY);
}

export function rememberSpace(spaceId: string): void {
  localStorage.setItem(KEY, spaceId);
}
