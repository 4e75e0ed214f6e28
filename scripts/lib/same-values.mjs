// Property tests try the same values in every run, so that whoever sees one fail has caused it. `THOROUGH=1` tries others.
import fc from 'fast-check';

if (!process.env.THOROUGH) fc.configureGlobal({ seed: 1101 });
