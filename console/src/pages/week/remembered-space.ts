const KEY = "headcount-week-space";

/** The space that was last shown on the Week page in this browser; null if there is none. */
export function rememberedSpace(): string | null {
  return localStorage.getItem(KEY);
}

export function rememberSpace(spaceId: string): void {
  localStorage.setItem(KEY, spaceId);
}
