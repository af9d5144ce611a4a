/** Patterns that find something in what members write, shared by the rules of texts, of fraud and of the desk. Pure. */

/** Lower case without accents, so that one pattern finds a word however it is typed on a phone. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[’`´]/g, "'");

/** The source of a pattern that finds these phrases as whole words: "are you real" and not "are you really". */
export const wholeWords = (...phrases: string[]): string => `(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`;

/** Matches these phrases as whole words, in a text made `plain`. */
export const words = (...phrases: string[]): RegExp => new RegExp(wholeWords(...phrases), 'u');

/** Seven digits or more, whatever stands between them, also written out one by one; not a year or a price. */
export const PHONE =
  /(?:\+|00)?\d(?:[\s().\-/]*\d){6,}|(?:\b(?:zero|one|two|three|four|five|six|seven|eight|nine|nul|een|twee|drie|vier|vijf|zes|zeven|acht|negen|null|eins|zwei|drei|fünf|sechs|sieben|neun)\b[\s,.-]*){6,}/iu;
export const LINK = /https?:\/\/|\bwww\.|\b[\w-]{2,}\.(?:com|net|org|nl|de|fr|it|es|pl|se|no|dk|fi|me|io|ru|xyz|live|cam)\b|[\w.+-]+@[\w-]+\.\w{2,}/iu;
export const MESSENGER = /\b(?:whats?app|telegram|snap(?:chat)?|insta(?:gram)?|kik|signal|onlyfans|wechat|viber)\b/iu;
