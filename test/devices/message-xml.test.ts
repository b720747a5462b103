import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributeOf, elementsOf, parseXml, textOf } from "../../src/devices/message-xml.ts";
import { HeadcountError } from "../../src/domain/errors.ts";
import { checkProperty } from "../support/random.ts";

const parse = (text: string) => parseXml(Buffer.from(text));

function refusalOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof HeadcountError && error.kind === "invalid") return error.message;
    throw error;
  }
  return "parsed";
}

/** Entities that expand to ten times each other, to a gigabyte. */
const LAUGHS = [
  '<!ENTITY a0 "lol">',
  ...Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`),
].join("");

describe("XML of messages", () => {
  it("elements are lists of their names, with attributes and texts as they are written (D32)", () => {
    const text = `\uFEFF <?xml version="1.0"?>
      <r b=" 007 "><n>0012</n><n c='1e3'>true</n><empty/><d><![CDATA[1 < 2]]><!-- 3 --></d></r>\r\n`;
    const [root] = elementsOf(parse(text), "r");
    expect(attributeOf(root, "b")).toBe("007");
    expect(textOf(root, "n")).toBe("0012");
    expect(elementsOf(root, "n").map((one) => attributeOf(one, "c"))).toEqual(["", "1e3"]);
    expect(elementsOf(root, "n").map((one) => one["#text"])).toEqual(["0012", "true"]);
    expect(textOf(root, "d")).toBe("1 < 2");
    expect([textOf(root, "empty"), textOf(root, "absent"), attributeOf(undefined, "b")]).toEqual([
      "",
      "",
      "",
    ]);
    expect(elementsOf(root, "absent")).toEqual([]);
    expect(elementsOf(root, "#text")).toEqual([]);
  });

  it("names have no namespace (D32)", () => {
    const [root] = elementsOf(parse('<p:r xmlns="u" xmlns:p="v" p:a="1"><n xmlns="w">2</n></p:r>'), "r");
    expect(root).toEqual({ "@a": "1", n: [{ "#text": "2" }] });
  });

  it("entities are not expanded, those of XML and characters neither (D32)", () => {
    const [root] = elementsOf(parse('<r a="&lt;&x;">&amp;&#65;&y;</r>'), "r");
    expect(root).toEqual({ "@a": "&lt;&x;", "#text": "&amp;&#65;&y;" });
  });

  it("a gigabyte of laughs is refused before an entity is read (D32)", () => {
    expect(refusalOf(`<!DOCTYPE r [${LAUGHS}]><r>&a9;</r>`)).toBe("body: has a DOCTYPE");
  });

  it.each([
    '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><r>&f;</r>',
    '<!DOCTYPE r SYSTEM "http://127.0.0.1/r.dtd"><r/>',
    "<!doctype r><r/>",
    '<r><!ENTITY a "b"></r>',
  ])("a DOCTYPE or a part of one is refused, whatever it declares: %s (D32)", (text) => {
    expect(refusalOf(text)).toBe("body: has a DOCTYPE");
  });

  it("elements are nested at most 32 levels deep (D32)", () => {
    const nested = (levels: number) => `${"<a>".repeat(levels)}${"</a>".repeat(levels)}`;
    expect(refusalOf(nested(32))).toBe("parsed");
    const tooDeep = "body: is not well-formed XML of at most 32 levels";
    expect(refusalOf(nested(33))).toBe(tooDeep);
    expect(refusalOf(nested(50_000))).toBe(tooDeep);
    expect(refusalOf("<a>".repeat(100_000))).toBe(tooDeep);
  });

  it("tags and attributes are counted before anything is built of them (D32)", () => {
    const tooMany = "body: has more than 100000 tags and attributes";
    expect(refusalOf(`<r>${"<a/>".repeat(100_000)}</r>`)).toBe(tooMany);
    const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(" ");
    expect(refusalOf(`<r ${attributes}/>`)).toBe(tooMany);
  });

  it("a message has at most 2 MiB, so that an attribute or a text has, too (D32)", () => {
    const sized = (bytes: number) => `<r a="${"x".repeat(bytes - 9)}"/>`;
    const [root] = elementsOf(parse(sized(2 * 1024 * 1024)), "r");
    expect(attributeOf(root, "a")).toHaveLength(2 * 1024 * 1024 - 9);
    expect(refusalOf(sized(2 * 1024 * 1024 + 1))).toBe("body: has more than 2097152 bytes");
  });

  it.each([
    "",
    " ",
    "text",
    "{}",
    "<r>",
    "<r></s>",
    "<r/><r/>",
    "<r a=1/>",
    "<r a/>",
    '<r a="1/>',
    '<r a="1" a="2"/>',
    "<r>&</r>",
    "<r><__proto__/></r>",
    "<r><![CDATA[</r>",
  ])("%j is not well-formed, or has a name of no device (D32)", (text) => {
    expect(refusalOf(text)).toBe("body: is not well-formed XML of at most 32 levels");
  });

  it("any bytes are read or refused (D32)", async () => {
    const piece = fc.constantFrom(
      "<a",
      "<b:",
      "</a>",
      "/>",
      ">",
      '="',
      "'",
      '"',
      "<![CDATA[",
      "]]>",
      "<!--",
      "-->",
    );
    const other = fc.constantFrom(
      "<?xml ",
      "?>",
      "&",
      ";",
      "=",
      " ",
      "\n",
      "<!",
      "toString",
      "@a",
      "#text",
      "\0",
    );
    const text = fc.array(fc.oneof(piece, other, fc.string({ maxLength: 3 })), { maxLength: 30 });
    const bytes = fc.oneof(
      text.map((pieces) => Buffer.from(pieces.join(""))),
      text.map((pieces) => Buffer.from(`<a>${pieces.join("")}</a>`)),
      fc.uint8Array({ maxLength: 100 }).map((given) => Buffer.from(given)),
    );
    const property = fc.property(bytes, (given) => {
      expect(refusalOf(given.toString("latin1"))).toMatch(/^(?:parsed|body: )/);
    });
    await checkProperty(property, { numRuns: 2_000 });
  });
});
