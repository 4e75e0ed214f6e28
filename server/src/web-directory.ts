import { fileURLToPath } from 'node:url';

/** Where the built web app is. */
export const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url));
