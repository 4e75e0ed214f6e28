import english from '@drawbridge/contract/languages/en.json';
import { setTexts } from '../lib/texts/texts.ts';

// Tests of single modules load no texts of their own.
setTexts('en', english);
