import { passphraseCost } from '../backup/archive.ts';
import { demoEvents } from '../demo/organisation.ts';
import { passwordCost } from '../features/secrets.ts';
import { renderings } from '../plugins/web-build/web-page.ts';
import { CHEAP_PASSWORDS } from './accounts.ts';

/*
 * Set up for every test file: passwords and passphrases are slow to try on purpose, and nearly every test
 * needs some. What operators run has the real parameters; `main.test.ts` looks at them.
 */
Object.assign(passwordCost, CHEAP_PASSWORDS);
Object.assign(passphraseCost, { logN: 10 });
// Filling the demo with all of its people takes seconds, and many tests make it.
for (const event of demoEvents) event.leads = Math.min(event.leads, 120);
// Tests open pages faster than people do.
renderings.perSecond = 10_000;
