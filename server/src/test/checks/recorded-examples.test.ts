import { fileURLToPath } from 'node:url';
import type { Call } from '@drawbridge/contract/core/call';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordedCall } from '../../http/openapi/openapi-details.ts';
import { examples, prepareCall } from '../examples/examples.ts';
import { mailSettings } from '../fakes/mail-server.ts';
import { startApi, type TestApi } from '../world/api.ts';
import {
  createEvent,
  createPrize,
  createSponsor,
  createVolunteer,
  submitLead,
} from '../world/fixtures.ts';
import { stableValues } from '../world/stable-values.ts';
import { newProgram } from './callers.ts';

const file = fileURLToPath(import.meta.resolve('@drawbridge/contract/examples.json'));

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0', ...mailSettings() });
});
afterAll(() => api.close());

/** Unfiltered lists come first, so that they do not change with the resources that other examples create. */
const listsEverything = ({ route }: Call) => /^GET [^:]+$/.test(route);
const recorded = examples
  .filter(({ call, variant, status }) => call.room && !variant && status < 300)
  .sort((one, other) => Number(listsEverything(other.call)) - Number(listsEverything(one.call)));

it('The examples in the description of the API are what a server answers', async () => {
  const { id } = await createEvent(api.admin);
  await createPrize(api.admin, id);
  await createSponsor(api, id);
  await createVolunteer(api, [id]);
  await newProgram(api, ['leads:read']);
  await submitLead(api.anyone, id);

  const lines: string[] = [];
  for (const example of recorded) {
    const eventId = listsEverything(example.call) ? id : (await createEvent(api.admin)).id;
    const sent = await prepareCall(example, { api, eventId });
    const body = sent.body?.();
    const response = await sent.client.send(sent.method, sent.url, body);
    expect([example.name, response.status]).toEqual([example.name, example.status]);
    const type = response.headers.get('content-type')?.replace(/;.*/, '') ?? 'application/json';
    const readable = { 'application/json': () => response.json(), 'text/csv': () => response.text };
    const read = readable[type as keyof typeof readable];
    const made: RecordedCall = {
      ...unlessEmpty({ params: paramsIn(example.call, sent.path) }),
      ...unlessEmpty({ query: sent.query }),
      body,
      status: response.status,
      type,
      response: response.text === '' ? undefined : read?.(),
    };
    lines.push(`${JSON.stringify(example.name)}: ${JSON.stringify(stableValues(made))}`);
  }
  // After an intended change: npm run examples
  await expect(`{\n${lines.sort().join(',\n')}\n}\n`).toMatchFileSnapshot(file);
});

/** Leaves out an object if all its parts are empty. */
const unlessEmpty = <T extends Record<string, object>>(part: T): Partial<T> =>
  Object.values(part).every((each) => Object.keys(each).length === 0) ? {} : part;

/** The parameters of a path, by their names. */
function paramsIn({ route }: Call, path: string): Record<string, string> {
  const given = path.split('/');
  const names = route.replace(/^\w+ /, '').split('/');
  const pairs = names.flatMap((name, at) =>
    name.startsWith(':') ? [[name.slice(1), given[at]]] : [],
  );
  return Object.fromEntries(pairs);
}
