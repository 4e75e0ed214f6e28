// zod compiles object schemas with `new Function`. Our content security policy forbids that and the browser reports it,
// even though zod falls back by itself. zod reads this setting when a schema is created, so this module comes first in
// main.tsx. Setting it through zod would put zod into the first chunk.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
