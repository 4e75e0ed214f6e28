// Loaded into the server before its own code: replaces the submission queue by one that answers at once.
// The rest of the route is unchanged: input is parsed, checked and turned into the same response.
import { register } from 'node:module';

const standIn = new URL('answer-at-once.mjs', import.meta.url).href;
const hooks = `
  export async function resolve(specifier, context, next) {
    return specifier.endsWith('/submission-queue.js')
      ? { url: ${JSON.stringify(standIn)}, shortCircuit: true }
      : next(specifier, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
