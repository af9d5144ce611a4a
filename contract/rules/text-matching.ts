import { fraudPatterns } from '../word-patterns/fraud-patterns.ts';

/** Folds a text to lower case without accents, so that one pattern matches all ways to type a word. */
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

/** Source of a pattern that matches the phrases as whole words: "are you real", but not "are you really". */
export const wholeWords = (...phrases: string[]): string =>
  `(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`;

export const words = (...phrases: string[]): RegExp => new RegExp(wholeWords(...phrases), 'u');

const DIGIT_WORD = wholeWords(...fraudPatterns.digits);

/** Seven digits or more, with any separators, or six spelled out. Years and prices are shorter. */
export const PHONE = new RegExp(
  `(?:\\+|00)?\\d(?:[\\s().\\-/]*\\d){6,}|(?:${DIGIT_WORD}[\\s,.-]*){6,}`,
  'iu',
);

export const LINK =
  /https?:\/\/|\bwww\.|\b[\w-]{2,}\.(?:com|net|org|nl|de|fr|it|es|pl|se|no|dk|fi|me|io|ru|xyz|live|cam)\b|[\w.+-]+@[\w-]+\.\w{2,}/iu;

export const MESSENGER =
  /\b(?:whats?app|telegram|snap(?:chat)?|insta(?:gram)?|kik|signal|onlyfans|wechat|viber)\b/iu;
