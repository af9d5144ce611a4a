import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory, type MatchExtended } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import type { CallReply } from '#contract/calls.ts';
import { locales, type Locale } from '#contract/lists/locales.ts';
import { must } from '#contract/must.ts';
import { dictionaries } from './password-dictionaries.ts';
import type { Estimate, Estimated } from './password-strength-thread.ts';

/** Estimation time grows fast with length and with characters that may stand for letters. A prefix is enough. */
const LONGEST_READ = 32;
const MOST_SUBSTITUTIONS = 4;
/** Rarer words cost memory and hardly lead to more rejections. */
const MOST_WORDS = 6000;
/** A password with a lower score can be guessed in a million attempts. */
const LEAST_STRENGTH = 2;

const lists = await Promise.all(locales.map(wordsIn));
const factory = new ZxcvbnFactory({
  dictionary: {
    ...common.dictionary,
    ...Object.fromEntries(lists.flatMap((list) => Object.entries(list))),
  },
  graphs: common.adjacencyGraphs,
  maxLength: LONGEST_READ,
  l33tMaxSubstitutions: MOST_SUBSTITUTIONS,
});

const port = must(parentPort, 'parent of this worker');
port.on('message', ({ password, own }: Estimate) => {
  const { score: strength, sequence } = factory.check(password.normalize('NFKC'), wordsOf(own));
  port.postMessage({
    strength,
    code: strength < LEAST_STRENGTH ? reasonOf(sequence) : null,
  } satisfies Estimated);
});

async function wordsIn(locale: Locale): Promise<Record<string, string[]>> {
  const words = await dictionaries[locale]();
  return Object.fromEntries(
    Object.entries(words).map(([name, list]) => [`${name}-${locale}`, list.slice(0, MOST_WORDS)]),
  );
}

/** Splits personal data into words: `anna.vis@mail.example` becomes the whole, anna.vis, anna and vis. */
function wordsOf(own: readonly string[]): string[] {
  const words = own.flatMap((value) => {
    const whole = value.trim().toLowerCase();
    return [
      whole,
      whole.replace(/@.*$/s, ''),
      ...whole.split(/[^\p{L}\p{N}]+/u),
      whole.replace(/[^\p{L}\p{N}]+/gu, ''),
    ];
  });
  return [...new Set(words.filter((word) => word.length >= 3))];
}

/**
 * The reason is the longest recognised part. A match of the member's own data takes precedence, since the
 * member can fix that most easily.
 */
function reasonOf(sequence: readonly MatchExtended[]): CallReply<'passwordCheck'>['code'] {
  const recognised = sequence.filter(({ pattern }) => pattern !== 'bruteforce' && pattern !== 'separator');
  if (recognised.some((match) => match['dictionaryName'] === 'userInputs')) return 'password_own';
  const main = recognised.toSorted((a, b) => b.token.length - a.token.length)[0];
  if (main?.pattern === 'dictionary')
    return String(main['dictionaryName']).startsWith('passwords') ? 'password_known' : 'password_easy';
  return main ? 'password_pattern' : 'password_easy';
}
