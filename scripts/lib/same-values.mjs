// Makes property tests try the same values in every run, so that a failure is caused by a change. `THOROUGH=1` tries
// others.
import fc from 'fast-check';

if (!process.env.THOROUGH) fc.configureGlobal({ seed: 1101 });
