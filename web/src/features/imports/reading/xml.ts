/*
 * Just enough of XML for the parts of a workbook, which programs write: elements, attributes and text. A
 * worker has no DOMParser, and a tree of 50,000 rows would take more memory than the file is worth.
 */

interface Element {
  head: string;
  body: string;
  /** Where it begins and ends in the text. */
  start: number;
  end: number;
}

/**
 * Goes through all elements of that name, with or without a prefix; they do not contain each other. Ends
 * at the first one that is not closed: to look for the end of each of those again would take forever.
 */
export function* elements(xml: string, name: string): Generator<Element> {
  const opening = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])`, 'g');
  const closing = new RegExp(`</(?:\\w+:)?${name}>`, 'g');
  for (let found = opening.exec(xml); found; found = opening.exec(xml)) {
    const headStart = opening.lastIndex;
    const headEnd = xml.indexOf('>', headStart);
    if (headEnd === -1) return;
    let head = xml.slice(headStart, headEnd);
    let body = '';
    let end = headEnd + 1;
    if (head.endsWith('/')) head = head.slice(0, -1);
    else {
      closing.lastIndex = end;
      const close = closing.exec(xml);
      if (!close) return;
      body = xml.slice(end, close.index);
      end = closing.lastIndex;
    }
    yield { head, body, start: found.index, end };
    opening.lastIndex = end;
  }
}

/** The text without the elements of that name. */
export function withoutElements(xml: string, name: string): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of elements(xml, name)) {
    rest += xml.slice(from, start);
    from = end;
  }
  return rest + xml.slice(from);
}

export function attribute(head: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(head);
  return value ? decodeEntities(value[1] ?? value[2] ?? '') : undefined;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
