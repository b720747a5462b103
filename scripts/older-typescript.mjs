/** Gives openapi-typescript the TypeScript whose programming interface it was written for. */
export function resolve(specifier, context, nextResolve) {
  const isForGenerator = specifier === "typescript" && context.parentURL?.includes("/openapi-typescript/");
  return nextResolve(isForGenerator ? "typescript-5" : specifier, context);
}
