// Only the server folds phrases. Checkers hash the folded text that it publishes.
import { PHRASE_MAX_BYTES } from '../scheme.ts';

/** The problem with a phrase that cannot be used in a draw. */
export type PhraseProblem = 'phrase-not-possible' | 'phrase-mixed-scripts';

/** Folds a typed phrase to the one spelling that is hashed, so that the presenter cannot choose among several. */
export function foldPhrase(typed: string): { phrase: string } | { problem: PhraseProblem } {
  const phrase = typed
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}\s]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    // Removing characters may have brought letters and marks together.
    .normalize('NFC');
  const bytes = new TextEncoder().encode(phrase).length;
  if (bytes === 0 || bytes > PHRASE_MAX_BYTES) return { problem: 'phrase-not-possible' };
  if (phrase.split(' ').some(mixesScripts)) return { problem: 'phrase-mixed-scripts' };
  return { phrase };
}

/** Scripts that are written together in one word. */
const EAST_ASIAN = 'Han Hiragana Katakana Bopomofo Hangul';
const OTHERS = `Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki
  Brahmi Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Coptic Cuneiform
  Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic
  Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Hanifi_Rohingya Hanunoo Hatran Hebrew
  Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Kawi Kayah_Li Kharoshthi
  Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar
  Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive
  Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu
  Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian
  Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician
  Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng
  Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana
  Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square`;

const anyOf = (names: string) =>
  new RegExp(
    `[${names
      .split(/\s+/)
      .map((name) => `\\p{Script=${name}}`)
      .join('')}]`,
    'u',
  );
const scripts = [anyOf(EAST_ASIAN), ...OTHERS.split(/\s+/).map(anyOf)];

/** True if a word has letters of more than one script. Letters that many scripts share, such as ー, do not count. */
function mixesScripts(word: string): boolean {
  const letters = word.match(/(?![\p{Script=Common}\p{Script=Inherited}])\p{L}/gu) ?? [];
  const [first] = letters;
  if (first === undefined) return false;
  const script = scripts.find((each) => each.test(first));
  return letters.some((letter) => (script ? !script.test(letter) : letter !== first));
}
