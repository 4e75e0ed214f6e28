import { fileURLToPath } from 'node:url';

const root = new URL('../../../../', import.meta.url);

/** The directory of the built web app, whose own script renders the pages. An old build would test old pages. */
export async function builtPages(): Promise<string> {
  const { areWebPagesBuilt } = await import(new URL('scripts/build.mjs', root).href);
  if (!areWebPagesBuilt()) throw new Error('Run npm run build first: the pages have changed since');
  return fileURLToPath(new URL('web/dist', root));
}
