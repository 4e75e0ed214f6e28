/** A simple logo: a shape and a name in one colour. */
export function drawLogo(name: string, index: number): string {
  const hues = [25, 205, 150, 265, 45, 320];
  const colour = `hsl(${hues[index % hues.length]} 45% 38%)`;
  const shapes = [
    '<circle cx="24" cy="24" r="13"/>',
    '<path d="M11 37V24a13 13 0 0 1 26 0v13h-7V24a6 6 0 0 0-12 0v13z"/>',
    '<path d="M24 9 38 37H10z"/>',
    '<path d="M10 20q7-8 14 0t14 0v8q-7 8-14 0t-14 0z"/>',
  ];
  const text = name.replaceAll('&', '&amp;');
  const width = 64 + Math.round(name.length * 18.5);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 48" width="${width}" height="48" ` +
    `fill="${colour}">${shapes[index % shapes.length]}<text x="50" y="33" font-size="27" ` +
    `font-weight="700" font-family="system-ui, sans-serif" letter-spacing="-0.5">${text}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
