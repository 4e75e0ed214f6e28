// Runs one of the server's entry points in this process, after building what is out of date.
import { ensureBuilt } from './build.mjs';

const [entry, ...rest] = process.argv.slice(2);
process.argv.splice(2, Infinity, ...rest);
ensureBuilt();
await import(new URL(`../server/dist/${entry}.js`, import.meta.url).href);
