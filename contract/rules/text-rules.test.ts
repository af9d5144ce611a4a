import { expect, test } from 'vitest';
import { locales } from '../lists/locales.ts';
import { wordPatterns } from '../word-patterns/index.ts';
import { rulesMet } from './text-rules.ts';

test.each([
  "I'm 16 and new here",
  'I am only 17',
  'im under 18 but mature',
  'ik ben 17 jaar oud',
  'Ik ben nog maar 16.',
  'ich bin erst 16 Jahre alt',
  "j'ai 16 ans",
  'tengo 17 años',
  'ho 15 anni',
  'mam 16 lat',
  'jag är 16 år gammal',
  'jeg er 17 år gammel',
  'olen 16',
  'olen 16 vuotta vanha',
  'F17, Utrecht',
  '16 y/o from Gent',
  'ik ben minderjarig',
  'je suis mineure',
  "I'm still in high school",
])('flags somebody who says to be a minor: %s', (text) => {
  expect(rulesMet(text)).toContain('minor');
});

test.each([
  'I teach maths at a high school',
  'Ik geef les op een middelbare school',
  'Mother of a 12 year old son',
  'I am 10 years into my career',
  'ik ben 12 jaar getrouwd geweest',
  '10 jaar ervaring in de zorg',
  "j'ai 15 ans d'expérience",
  "I'm 180 cm and 34 years old",
  'Ich bin 38 und Lehrer an einer Schule für Schülerinnen und Schüler',
  'Working against under age drinking',
  'I am 17% Norwegian',
  'ho 10 anni di esperienza',
])('flags no minor: %s', (text) => {
  expect(rulesMet(text)).not.toContain('minor');
});

test.each([
  ['bel me op 06 1234 5678', 'phone'],
  ['look at www.my-photos.xyz', 'link'],
  ['write me on Telegram', 'link'],
  ['Kerkstraat 12, Utrecht', 'address'],
] as const)('%s is stopped at by %s', (text, rule) => {
  expect(rulesMet(text)).toContain(rule);
});

test('matches no rule in an ordinary text', () => {
  expect(rulesMet('I like long walks, 90s music and cooking for friends. 1.80 m, born in 1985.')).toEqual([]);
});

test.each(locales)('flags a phone number spelled out in %s', (locale) => {
  const spelled = wordPatterns[locale].fraud.digits.slice(-7).join(' ');
  expect(rulesMet(`call ${spelled}`)).toEqual(['phone']);
});

test.each(locales)('tells ten digits apart in %s', (locale) => {
  expect(new Set(wordPatterns[locale].fraud.digits).size).toBeGreaterThanOrEqual(10);
});

test('needs at least six spelled-out digits', () => {
  expect(rulesMet('one two three four five')).toEqual([]);
});
