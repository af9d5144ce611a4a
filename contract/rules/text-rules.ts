import { wordPatterns, patternsOf } from '../word-patterns/index.ts';
import type { WordPatterns } from '../word-patterns/shape.ts';
import { LINK, MESSENGER, PHONE, wholeWords } from './text-matching.ts';

export const textRules = ['phone', 'address', 'link', 'minor'] as const;
export type TextRule = (typeof textRules)[number];

const streets = (part: keyof WordPatterns['streets']) =>
  patternsOf((language) => language.streets[part]).join('|');
const ADDRESS = new RegExp(
  [
    `\\b\\p{L}+(?:${streets('endings')})\\s+\\d+`,
    `\\b\\d+\\s+(?:${streets('after')})\\b`,
    `\\b(?:${streets('before')})\\s+\\p{L}+.{0,20}\\d+`,
  ].join('|'),
  'iu',
);

const AGE = '(?:1[0-7]|[89])';
const minors = Object.values(wordPatterns).map(({ minor }) => minor);
const saidBare = minors.filter((minor) => !minor.saysYears);
const saidWithYears = minors.filter((minor) => minor.saysYears);
const oneOf = (patterns: readonly (readonly string[])[]) => [...new Set(patterns.flat())].join('|');
const ONLY = `(?:(?:${oneOf(minors.map(({ only }) => only))}) )?`;

/**
 * Statements of being a minor. It matches neither the ages of other people nor other spans of years ("10
 * years of experience", "married for 12 years") nor teaching at a school.
 */
const MINOR = new RegExp(
  [
    // A bare number after "I am", unless a unit follows it.
    `${wholeWords(...saidBare.flatMap(({ verbs }) => verbs))}\\s+${ONLY}${AGE}(?![\\p{L}\\p{N}])` +
      `(?!\\s*(?:[.,]\\d|%|cm|kg|km|min|${oneOf(saidBare.map(({ counted }) => counted))}))` +
      `(?!\\s*(?:${oneOf(saidBare.map(({ years }) => years))})\\s+(?!${oneOf(saidBare.map(({ old }) => old))})\\p{L})`,
    // Forms such as "I have 16 years."
    `${wholeWords(...saidWithYears.flatMap(({ verbs }) => verbs))}\\s+${ONLY}${AGE}` +
      `\\s+(?:${oneOf(saidWithYears.map(({ years }) => years))})` +
      `(?!\\s+(?:${oneOf(saidWithYears.map(({ notAnAge }) => notAnAge))})|\\p{L})`,
    // Short forms: f17, m/16, 16 y/o.
    `(?:^|[\\s(,])(?:m|f|v|w|k)\\s?/?\\s?1[0-7](?=$|[\\s),.!?])`,
    `(?:^|[\\s(,])1[0-7]\\s?(?:yo|y/o|yrs?|jr)(?=$|[\\s),.!?])`,
    wholeWords(...patternsOf(({ minor }) => minor.phrases)),
  ].join('|'),
  'iu',
);

const patterns: Record<TextRule, readonly RegExp[]> = {
  phone: [PHONE],
  address: [ADDRESS],
  link: [LINK, MESSENGER],
  minor: [MINOR],
};

export const rulesMet = (text: string): TextRule[] =>
  textRules.filter((rule) => patterns[rule].some((pattern) => pattern.test(text)));
