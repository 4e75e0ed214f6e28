// zod compiles object schemas with `new Function`, which our content security policy forbids and
// the browser reports, even though zod falls back by itself. It reads this when a schema is made, so
// this module comes first in main.tsx; setting it through zod would put zod into the first chunk.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
