import {
  parseXml,
  XmlDocumentType,
  XmlElement,
  type XmlNode,
  XmlProcessingInstruction,
} from '@rgrove/parse-xml';

/** The limit for drawn elements. An element that is used twice counts twice. */
const MAX_ELEMENTS = 10_000;
const MAX_DEPTH = 100;
/** The cost of a filter step in elements: it computes each pixel of its element, as hundreds of shapes would. */
const FILTER_STEP = 100;
/** Filter steps that take seconds for a picture that fills the wall. */
const SLOW_STEPS = /^fe(turbulence|morphology|convolvematrix|displacementmap|.*lighting)$/;

/** Filter functions of style sheets, which are rejected because they may apply to every element. */
const FILTER_FUNCTION = /\b(blur|drop-shadow)\(/i;

const url = /url\(\s*["']?\s*([^\s"')]*)/gi;

/**
 * Whether the text is an SVG of which a browser draws at most so many elements. Rejects embedded images, slow filters,
 * and content that cannot be counted: HTML, entities, and references that are animated or made by style sheets.
 */
export function isSmallSvg(text: string): boolean {
  // Parsing hundreds of thousands of elements takes seconds.
  if ((text.match(/<[^!?/]/g)?.length ?? 0) > MAX_ELEMENTS) return false;
  try {
    const { root, children } = parseXml(text, { preserveDocumentType: true });
    if (root?.name !== 'svg' || !children.every(isHarmless)) return false;
    const byId = indexIds(root, new Map());
    return countDrawn(root, byId, new Map(), 0) <= MAX_ELEMENTS;
  } catch {
    // The text is not well formed, or nested deeper than the parser can read.
    return false;
  }
}

/** Rejects entity declarations, which multiply text, and linked style sheets, whose URL may contain one. */
function isHarmless(node: XmlNode): boolean {
  if (node instanceof XmlDocumentType) return node.name === 'svg' && !node.internalSubset;
  if (!(node instanceof XmlProcessingInstruction)) return true;
  return node.name !== 'xml-stylesheet' || !/[:&]/.test(node.content);
}

const childrenOf = ({ children }: XmlElement) =>
  children.filter((node) => node instanceof XmlElement);

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/** Indexes the elements by id. */
function indexIds(element: XmlElement, byId: Map<string, XmlElement>): Map<string, XmlElement> {
  const { id } = element.attributes;
  // For a duplicate id, browsers use the first element.
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const child of childrenOf(element)) indexIds(child, byId);
  return byId;
}

/**
 * Counts the elements drawn for one element, including those it refers to. Infinite if there is a cycle or the
 * count is unknown.
 */
function countDrawn(
  element: XmlElement,
  byId: Map<string, XmlElement>,
  counts: Map<XmlElement, number>,
  depth: number,
): number {
  const known = counts.get(element);
  if (known !== undefined) return known;
  // Set first, so that a cycle counts as infinite.
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

/** The elements that an element refers to. Undefined if that is unknown, or if they are drawn more than once. */
function referredBy(element: XmlElement, byId: Map<string, XmlElement>): XmlElement[] | undefined {
  const name = localName(element.name);
  if (['foreignobject', 'image', 'feimage'].includes(name) || SLOW_STEPS.test(name))
    return undefined;
  const attributes = Object.entries(element.attributes);
  const sheet = name === 'style' ? element.text : '';
  if (FILTER_FUNCTION.test(sheet)) return undefined;
  const styles = [...attributes.flatMap(([key, value]) => (key.includes(':') ? [] : value)), sheet];
  // A name in a style may be written with escapes.
  if (styles.some((style) => /\\|data:|@import/i.test(style))) return undefined;
  // Links do not work in a logo, so they draw nothing.
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
    // A marker is drawn at each corner, and a style sheet's reference at each element. Gradients draw no elements.
    if (kind === 'marker' || (sheet && !kind.endsWith('gradient'))) return undefined;
    referred.push(other);
  }
  return referred;
}
