/**
 * The words of a text, such as the arguments in `` words`token list --url ${url}` ``. Values stand between spaces: a text
 * is one word, whatever is in it, and a list as many as it has.
 */
export function words(
  texts: TemplateStringsArray,
  ...values: readonly (string | readonly string[])[]
): string[] {
  return texts.flatMap((text, index) => [
    ...text.split(/\s+/).filter((word) => word !== ""),
    ...[values[index] ?? []].flat(),
  ]);
}
