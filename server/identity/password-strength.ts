import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { checkPassword, PASSWORD_LENGTH } from '#contract/rules/account-rules.ts';
import type { CallReply } from '#contract/calls.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { nordicWords } from './nordic-words.ts';

export interface Judgement {
  /** 0 and 1 are refused; 2 could be better, 3 is good, 4 is strong. */
  strength: 0 | 1 | 2 | 3 | 4;
  /** Why the password is refused; null when it may be used. */
  code: CallReply<'passwordCheck'>['code'];
}

/** The beginning says enough; what is judged grows fast with the length and with signs that may stand for letters, and holds up every other call. */
const LONGEST_READ = 32;
const MOST_SUBSTITUTIONS = 4;
/** Of each language's words and names the commonest: rarer ones add memory and hardly a refusal. */
const MOST_WORDS = 6000;
/** Below this score a password falls to a million guesses. */
const LEAST_STRENGTH = 2;

/**
 * How easily a password is guessed, by an offline list of leaked passwords, the words and names of the site's languages, rows of keys,
 * repetitions and dates, and by `own`: what others know of the member (name, address, town, the site's name). Nothing leaves the house.
 */
export async function judgePassword(password: string, own: readonly (string | null | undefined)[]): Promise<Judgement> {
  const short = checkPassword(password);
  if (short) return { strength: 0, code: short };
  factory ??= makeFactory();
  const { score: strength, sequence } = (await factory).check(password.normalize('NFKC'), wordsOf(own));
  return { strength, code: strength < LEAST_STRENGTH ? reasonOf(sequence) : null };
}

/** Refuses `invalid_fields` with why a new password is too short or too easily guessed. */
export async function refuseWeakPassword(password: string, own: readonly (string | null | undefined)[]): Promise<void> {
  const { code } = await judgePassword(password, own);
  if (code) throw refuseFields({ password: code }, { limit: PASSWORD_LENGTH.least });
}

let factory: Promise<ZxcvbnFactory> | null = null;

/** Reads the lists when the first password is judged: a process that judges none has no use for them. */
async function makeFactory(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, ...packs] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-nl-be'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-de'),
    import('@zxcvbn-ts/language-fr'),
    import('@zxcvbn-ts/language-es-es'),
    import('@zxcvbn-ts/language-it'),
    import('@zxcvbn-ts/language-fi'),
    import('@zxcvbn-ts/language-pl'),
  ]);
  const lists = packs.flatMap(({ dictionary }, pack) => Object.entries(dictionary).map(([name, words]) => [`${name}-${pack}`, words.slice(0, MOST_WORDS)]));
  return new Factory({
    dictionary: { ...common.dictionary, ...(Object.fromEntries(lists) as Record<string, string[]>), nordic: nordicWords },
    graphs: common.adjacencyGraphs,
    maxLength: LONGEST_READ,
    l33tMaxSubstitutions: MOST_SUBSTITUTIONS,
  });
}

/** The words in what is known of a member: `anna.vis@mail.example` is anna.vis, anna and vis, as well as the whole. */
function wordsOf(own: readonly (string | null | undefined)[]): string[] {
  const words = own.flatMap((value) => {
    const whole = value?.trim().toLowerCase() ?? '';
    return [whole, whole.split('@')[0]!, ...whole.split(/[^\p{L}\p{N}]+/u), whole.replace(/[^\p{L}\p{N}]+/gu, '')];
  });
  return [...new Set(words.filter((word) => word.length >= 3))];
}

/** The reason in the longest part that was recognised; what is the member's own weighs most, since the member can tell. */
function reasonOf(sequence: readonly MatchExtended[]): Judgement['code'] {
  const recognised = sequence.filter(({ pattern }) => pattern !== 'bruteforce' && pattern !== 'separator');
  if (recognised.some((match) => match['dictionaryName'] === 'userInputs')) return 'password_own';
  const main = recognised.toSorted((a, b) => b.token.length - a.token.length)[0];
  if (main?.pattern === 'dictionary') return String(main['dictionaryName']).startsWith('passwords') ? 'password_known' : 'password_easy';
  return main ? 'password_pattern' : 'password_easy';
}
