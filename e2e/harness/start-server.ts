import { ensureChromium } from './chromium.ts';
import { makeDataDirectory } from './data-directory.ts';
import { launchServer } from './launch-server.ts';

/** One real server on an empty database for the whole run; gives back how to stop it. */
export default async function startServer(): Promise<() => Promise<void>> {
  ensureChromium();
  const data = makeDataDirectory();
  const server = await launchServer(data.path);
  // Workers inherit the environment as it is when the set-up has run.
  process.env.E2E_URL = server.url;
  return async () => {
    await server.stop();
    data.remove();
  };
}
