import { Document, isMap, isNode, isScalar, isSeq, visit } from "yaml";
import type { Json } from "../domain/resources.ts";

/** The longest list on one line, in characters of JSON. */
const ONE_LINE_MAX = 100;

/**
 * Formats a site as YAML; the same site always gives the same text. Strings that YAML 1.1 would read as other types,
 * such as `yes` and `09:00:00`, are in quotes.
 */
export function formatSite(site: { readonly [field: string]: Json }): string {
  const yaml = new Document(site, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(yaml, {
    Pair(_, { key, value }) {
      // The user chooses the layout of a space's meta.
      if (isScalar(key) && key.value === "meta") return visit.SKIP;
      if (!isSeq(value)) return undefined;
      const isLinks = isScalar(key) && key.value === "links";
      for (const item of isLinks ? value.items : []) if (isMap(item)) item.flow = true;
      const isShort = JSON.stringify(value).length <= ONE_LINE_MAX;
      if (isShort && !value.items.some(isMap)) value.flow = true;
      return undefined;
    },
  });
  const sections = isMap(yaml.contents) ? yaml.contents.items : [];
  for (const { key } of sections.slice(1)) if (isNode(key)) key.spaceBefore = true;
  return yaml.toString({ lineWidth: 0, flowCollectionPadding: false });
}
