/** A module hook: openapi-typescript imports TypeScript 5, whose API it requires. */
export function resolve(specifier, context, nextResolve) {
  const isForGenerator = specifier === "typescript" && context.parentURL?.includes("/openapi-typescript/");
  return nextResolve(isForGenerator ? "typescript-5" : specifier, context);
}
