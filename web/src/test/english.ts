import english from '@drawbridge/contract/languages/en.json';
import { setTexts } from '../lib/texts/texts.ts';

// Sets the English texts, because tests of single modules load none.
setTexts('en', english);
