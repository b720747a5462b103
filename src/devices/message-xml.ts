import { XMLParser } from "fast-xml-parser";
import { DEVICE_MESSAGE_BYTES_MAX } from "../domain/limits.ts";
import { unusable } from "./adapter.ts";

/**
 * Tags and attributes of a message: a week of counts of a line, minute by minute, has 71,000. Each takes up to 10 µs and
 * some hundred bytes of memory.
 */
const PARTS_MAX = 100_000;

const DEPTH_MAX = 32;

const [TAG, VALUE] = Buffer.from("<=");

/** What begins a document type or a part of one: all of `<!` but comments and CDATA. */
const DECLARATION = /<!(?!--|\[CDATA\[)/;

/**
 * An element: its children by name, in their order, its attributes as `@name`, its text as `#text`, all as they are
 * written but without white space around them. Names have no namespace.
 */
export interface XmlElement {
  readonly [name: string]: string | readonly XmlElement[];
}

/** Entities stay as they are written, those of XML itself too: nothing that is read has one. */
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#text",
  alwaysCreateTextNode: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // The parser counts the levels above an element.
  maxNestedTags: DEPTH_MAX - 1,
  jPath: false,
});

/**
 * The document of a message in XML, whose only child is the root.
 *
 * @throws HeadcountError `invalid` if it is not well-formed XML, has a DOCTYPE, or is too large or nested too deep
 */
export function parseXml(body: Buffer): XmlElement {
  if (body.length > DEVICE_MESSAGE_BYTES_MAX)
    throw unusable(`has more than ${DEVICE_MESSAGE_BYTES_MAX} bytes`);
  // The parser takes time and memory for each tag and attribute, so they are counted first.
  let parts = 0;
  for (let at = 0; at < body.length; at++) if (body[at] === TAG || body[at] === VALUE) parts++;
  if (parts > PARTS_MAX) throw unusable(`has more than ${PARTS_MAX} tags and attributes`);
  const text = body.toString("utf8").replace(/^\uFEFF/, "");
  if (DECLARATION.test(text)) throw unusable("has a DOCTYPE");
  const document = parseDocument(text.trim());
  // The parser accepts what follows a root that has no end tag.
  if (document === null || Object.values(document).flat().length !== 1)
    throw unusable(`is not well-formed XML of at most ${DEPTH_MAX} levels`);
  return document;
}

function parseDocument(text: string): XmlElement | null {
  try {
    return PARSER.parse(text, true);
  } catch {
    return null;
  }
}

/** The children of an element that have a name, in the order of the message. */
export function elementsOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  const children = element?.[name];
  return Array.isArray(children) ? children : [];
}

/** The text of the first child that has a name; empty if there is none. */
export function textOf(element: XmlElement | undefined, name: string): string {
  return String(elementsOf(element, name)[0]?.["#text"] ?? "");
}

/** An attribute of an element; empty if it has none. */
export function attributeOf(element: XmlElement | undefined, name: string): string {
  return String(element?.[`@${name}`] ?? "");
}
