import { writeFileSync } from 'node:fs';
import { send } from '../../scripts/lib/api.mjs';
import { enter } from '../harness/load.mjs';
import { format, median, repeat } from '../harness/table.mjs';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const PICTURE = new URL('../../docs/growth.svg', import.meta.url);

export const rows = { growth: drawGrowth };

/** Draws the picture in docs/performance.md: entries, a list and a draw, by the number of people. */
async function drawGrowth(databases) {
  const curves = { 'entries a second': [], 'the list of leads, ms': [], 'a draw, ms': [] };
  for (const size of SIZES) {
    const database = await databases.peopleOf(size);
    const [eventId] = database.eventIds;
    const times = await databases.withServer(database, async ({ url, token }) => {
      const timed = async (method, path, body) => {
        const { status, text, ms } = await send(url, method, path, { token, body });
        if (status >= 400) throw new Error(text);
        return ms;
      };
      // The draws come before the entries, which are not verified and take no part.
      const draws = await repeat(() => timed('POST', `/api/events/${eventId}/draw-winner`, {}), 3);
      const lists = await repeat(() => timed('GET', `/api/leads?eventId=${eventId}&limit=30`));
      const entries = await repeat(() => enter({ url, eventId, seconds: 2 }), 3);
      return [median(entries.map(({ perSecond }) => perSecond)), median(lists), median(draws)];
    });
    for (const [at, curve] of Object.values(curves).entries()) curve.push(times[at]);
  }
  writeFileSync(PICTURE, pictureOf(curves));
  return [];
}

const [WIDTH, HEIGHT, TOP, LEFT] = [240, 120, 40, 30];

/** One panel for each curve, with its values written beside the points. Both axes are logarithmic. */
function pictureOf(curves) {
  const panels = Object.entries(curves).map(([what, values], at) => {
    const most = Math.max(...values, 1) * 2;
    const points = values.map((value, place) => ({
      x: LEFT + (place / (SIZES.length - 1)) * (WIDTH - 2 * LEFT),
      y: TOP + HEIGHT - (Math.log(Math.max(value, 1)) / Math.log(most)) * HEIGHT,
    }));
    const labels = points.map(({ x, y }, place) => [
      `<circle cx="${x}" cy="${y}" r="3"/>`,
      `<text x="${x}" y="${y - 8}">${format(values[place])}</text>`,
      `<text x="${x}" y="${TOP + HEIGHT + 18}">${SIZES[place].toLocaleString('en-GB')}</text>`,
    ]);
    const path = points.map(({ x, y }) => `${x},${y}`).join(' ');
    return `<g transform="translate(${at * WIDTH})"><text class="title" x="${WIDTH / 2}" y="18">${what}</text>
<polyline points="${path}"/>${labels.flat().join('')}</g>`;
  });
  const width = panels.length * WIDTH;
  const height = TOP + HEIGHT + 30;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>text{font:11px sans-serif;text-anchor:middle;fill:#222}.title{font-weight:bold}polyline{fill:none;stroke:#0f766e;stroke-width:2}circle{fill:#0f766e}</style>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`;
}
