/** Neither U+0000 nor half of a surrogate pair survives storage in UTF-8. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether a text comes out of storage as it went in. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}
