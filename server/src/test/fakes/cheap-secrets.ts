import { renderCache } from '../../http/web-build/web-page.ts';
import { passwordCost } from '../../login/auth/secrets.ts';
import { passphraseCost } from '../../operations/backup/archive.ts';
import { demoEvents } from '../../operations/demo/organisation.ts';
import { CHEAP_PASSWORDS } from '../world/accounts.ts';

/*
 * Set up for every test file: passwords and passphrases are slow to try on purpose, and nearly every test
 * needs some. What operators run has the real parameters; `main.test.ts` looks at them.
 */
Object.assign(passwordCost, CHEAP_PASSWORDS);
Object.assign(passphraseCost, { logN: 10 });
// Filling the demo with all of its people takes seconds, and many tests make it.
for (const event of demoEvents) event.leads = Math.min(event.leads, 120);
// Tests open pages faster than people do.
renderCache.perSecond = 10_000;
