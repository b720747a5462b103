const CONTROLS = /[\p{Cc}\u2028\u2029]/u;

export const CONTROLS_REFUSED = "must not contain control characters such as a tab";

/**
 * Whether a text has characters that names must not have: a table, a terminal or a log shows something else than the
 * name. Names of before the rule may have them.
 */
export function hasControls(text: string): boolean {
  return CONTROLS.test(text);
}

/** A name in one line: files and forms have names with line breaks, which are shown as blanks. */
export function inOneLine(name: string): string {
  return name.replaceAll(/\r?\n/g, " ");
}
