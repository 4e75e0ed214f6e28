import { call } from '../harness/http.mjs';
import { cpuSecondsOf } from '../harness/server.mjs';
import { format, judge } from '../harness/table.mjs';

/** Fewer than a sponsor may make in a minute, of both kinds together. */
const SEARCHES = 50;

export const rows = { sponsor: measureSponsorPage };

/** A search on a sponsor's page that finds every lead, and one that finds few. */
async function measureSponsorPage(databases) {
  const database = await databases.shared();
  const { sql } = database;
  const [eventId] = database.eventIds;
  const postgres = await databases.findPostgres();
  return databases.withServer(database, async ({ url, token, pid }) => {
    const ask = async (method, path, body) =>
      JSON.parse((await call(url, method, path, { token, body })).text());
    const logo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
    const { id } = await ask('POST', '/api/sponsors', { eventId, name: 'Acme', logo });
    await ask('PUT', `/api/sponsors/${id}/sharing`, { asked: true, questions: [], prizes: [] });
    const { secret } = await ask('POST', `/api/sponsors/${id}/link`, {});
    const session = await ask('POST', '/api/sponsor-page/session', { secret });
    await sql`
      update leads set answers_text = 'Likes sailing boats', answers = jsonb_build_object(
        (select q->>'id' from events e, jsonb_array_elements(e.questions) q where e.id = event_id), 1)`;
    await sql`vacuum (analyze) leads`;
    const search = (text) => call(url, 'GET', `/api/sponsor-page?search=${text}`, session);
    const used = () => cpuSecondsOf(pid) + cpuSecondsOf(postgres);
    const cost = async (text) => {
      await search(text);
      const before = used();
      for (let n = 0; n < SEARCHES; n++) await search(text);
      return ((used() - before) / SEARCHES) * 1000;
    };
    const [all, few] = [await cost('a'), await cost('okafor')];
    return [
      judge({
        what: 'a search on a sponsor’s page among 12,000 leads',
        value: Math.max(all, few),
        unit: ' ms',
        how: `CPU time of server and PostgreSQL; ${format(all)} ms for all leads, ${format(few)} ms for few`,
        atMost: 20,
      }),
    ];
  });
}
