import { fraudSignsIn, leadsElsewhere } from '#contract/rules/fraud-rules.ts';
import { unkindSignIn, type UnkindSign } from '#contract/rules/unkind-rules.ts';
import { hasContactData } from './contact-data.ts';

/** Bounds the time of the search, whose patterns are not all linear. Sites may allow longer messages. */
const MOST_CHARACTERS = 2000;

export type FirstWordsSign = UnkindSign | 'scam';

/**
 * Why the sender of a first message is asked whether they are sure, if at all. `scam`: it asks for money, or names a way to
 * write elsewhere.
 */
export function firstWordsSign(message: string, countries: readonly string[]): FirstWordsSign | null {
  const text = message.slice(0, MOST_CHARACTERS);
  const unkind = unkindSignIn(text);
  if (unkind) return unkind;
  const isScam =
    fraudSignsIn(text, false).includes('money') || leadsElsewhere(text) || hasContactData(text, countries);
  return isScam ? 'scam' : null;
}
