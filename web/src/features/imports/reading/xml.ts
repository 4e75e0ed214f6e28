/*
 * Just enough of XML for the parts of a workbook, which programs write: elements, attributes and text. A
 * worker has no DOMParser, and a tree of 50,000 rows would take more memory than the file is worth.
 */

/** Goes through all elements of that name, with or without a prefix; they do not contain each other. */
export function* elements(xml: string, name: string): Generator<{ head: string; body: string }> {
  const pattern = new RegExp(
    `<(?:\\w+:)?${name}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`,
    'g',
  );
  for (const [, head = '', body = ''] of xml.matchAll(pattern)) yield { head, body };
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
