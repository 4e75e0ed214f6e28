import {
  parseXml,
  XmlDocumentType,
  XmlElement,
  type XmlNode,
  XmlProcessingInstruction,
} from '@rgrove/parse-xml';

/** Of those that are drawn: one that is used twice counts twice. */
const MAX_ELEMENTS = 10_000;
const MAX_DEPTH = 100;
/** A step of a filter computes each pixel of what it is used for, so a drop shadow costs as much as hundreds of shapes. */
const FILTER_STEP = 100;
/** Steps that take seconds for a picture that fills the wall. */
const SLOW_STEPS = /^fe(turbulence|morphology|convolvematrix|displacementmap|.*lighting)$/;

/** Style sheets with such a function are refused: it may be used for every element. */
const FILTER_FUNCTION = /\b(blur|drop-shadow)\(/i;

const url = /url\(\s*["']?\s*([^\s"')]*)/gi;

/**
 * Whether text is an SVG of which a browser draws no more than so many elements. Refused are other images inside it, and
 * what cannot be counted: HTML, entities, slow filters, and references that change or are made by style sheets.
 */
export function isSmallSvg(text: string): boolean {
  // Reading hundreds of thousands takes seconds.
  if ((text.match(/<[^!?/]/g)?.length ?? 0) > MAX_ELEMENTS) return false;
  try {
    const { root, children } = parseXml(text, { preserveDocumentType: true });
    if (root?.name !== 'svg' || !children.every(isHarmless)) return false;
    const byId = indexIds(root, new Map());
    return countDrawn(root, byId, new Map(), 0) <= MAX_ELEMENTS;
  } catch {
    // It is not well formed, or nested deeper than the parser can read.
    return false;
  }
}

/** A declaration of entities multiplies text, and a style sheet may be an address that contains it. */
function isHarmless(node: XmlNode): boolean {
  if (node instanceof XmlDocumentType) return node.name === 'svg' && !node.internalSubset;
  if (!(node instanceof XmlProcessingInstruction)) return true;
  return node.name !== 'xml-stylesheet' || !/[:&]/.test(node.content);
}

const childrenOf = ({ children }: XmlElement) =>
  children.filter((node) => node instanceof XmlElement);

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/** The elements that others can refer to. */
function indexIds(element: XmlElement, byId: Map<string, XmlElement>): Map<string, XmlElement> {
  const { id } = element.attributes;
  // A browser takes the first of two.
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const child of childrenOf(element)) indexIds(child, byId);
  return byId;
}

/** How many elements are drawn for one, with those that it refers to. Infinite if that has no end or is not known. */
function countDrawn(
  element: XmlElement,
  byId: Map<string, XmlElement>,
  counts: Map<XmlElement, number>,
  depth: number,
): number {
  const known = counts.get(element);
  if (known !== undefined) return known;
  // One that refers to itself has no end.
  counts.set(element, Number.POSITIVE_INFINITY);
  const drawn = referredBy(element, byId);
  if (!drawn || depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  let count = isFilterStep(element) ? FILTER_STEP : 1;
  for (const other of [...childrenOf(element), ...drawn]) {
    count += countDrawn(other, byId, counts, depth + 1);
  }
  counts.set(element, count);
  return count;
}

const isFilterStep = ({ name, attributes }: XmlElement) =>
  /^fe[a-z]+$/.test(localName(name)) ||
  Object.values(attributes).some((value) => FILTER_FUNCTION.test(value));

/** What an element refers to; undefined if that is not known, or is drawn more often than once. */
function referredBy(element: XmlElement, byId: Map<string, XmlElement>): XmlElement[] | undefined {
  const name = localName(element.name);
  if (['foreignobject', 'image', 'feimage'].includes(name) || SLOW_STEPS.test(name))
    return undefined;
  const attributes = Object.entries(element.attributes);
  const sheet = name === 'style' ? element.text : '';
  if (FILTER_FUNCTION.test(sheet)) return undefined;
  const styles = [...attributes.flatMap(([key, value]) => (key.includes(':') ? [] : value)), sheet];
  // A name may be written with escapes.
  if (styles.some((style) => /\\|data:|@import/i.test(style))) return undefined;
  // A link in a logo leads nowhere.
  const links = name === 'a' ? [] : attributes.filter(([key]) => localName(key) === 'href');
  const addresses = [
    ...links.map(([, address]) => address.trim()),
    ...styles.flatMap((style) => [...style.matchAll(url)].map(([, address = '']) => address)),
  ];
  if (/^(set|animate)/.test(name)) {
    const changes = localName(element.attributes.attributeName ?? '') === 'href';
    if (changes || addresses.length > 0) return undefined;
  }
  const referred: XmlElement[] = [];
  for (const address of addresses) {
    const other = address.startsWith('#') && byId.get(decodeURIComponent(address.slice(1)));
    if (!other) return undefined;
    const kind = localName(other.name);
    // A marker is drawn at each corner, and what a style sheet refers to at each element. Gradients draw nothing.
    if (kind === 'marker' || (sheet && !kind.endsWith('gradient'))) return undefined;
    referred.push(other);
  }
  return referred;
}
