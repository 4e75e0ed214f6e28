import { renderCache } from '../../http/web-build/web-page.ts';
import { passwordCost } from '../../login/auth/secrets.ts';
import { passphraseCost } from '../../operations/backup/archive.ts';
import { demoEvents } from '../../operations/demo/organisation.ts';
import { CHEAP_PASSWORDS } from '../world/accounts.ts';

/*
 * Loaded for every test file: hashing passwords and passphrases is slow on purpose, and nearly every test needs some.
 * Production uses the real parameters; `main.test.ts` checks them.
 */
Object.assign(passwordCost, CHEAP_PASSWORDS);
Object.assign(passphraseCost, { logN: 10 });
// Filling the demo with all its leads takes seconds, and many tests do it.
for (const event of demoEvents) event.leads = Math.min(event.leads, 120);
// Tests open pages faster than people do.
renderCache.perSecond = 10_000;
