import { Document, isMap, isNode, isScalar, isSeq, visit } from "yaml";
import type { Json } from "../domain/resources.ts";

/** Characters of a list, as JSON, that stands on one line. */
const ONE_LINE_MAX = 100;

/**
 * Writes a site as YAML, the same one always as the same text. Texts that older YAML would take for
 * something else, such as `yes` and `09:00:00`, are in quotes.
 */
export function formatSite(site: { readonly [field: string]: Json }): string {
  const yaml = new Document(site, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(yaml, {
    Pair(_, { key, value }) {
      // What a space's meta holds is its owner's.
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
