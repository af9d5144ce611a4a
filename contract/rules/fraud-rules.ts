import { fraudPatterns } from '../word-patterns/fraud-patterns.ts';
import { LINK, MESSENGER, PHONE, plain, words } from './text-matching.ts';

/**
 * Signs of fraud in a message, for a discreet hint to its recipient. `money`: it asks for money or talks
 * about investing. `link`: it has a link. `elsewhere`: it suggests early on to continue elsewhere. Many such
 * messages are harmless, so the hint accuses nobody. The check runs in the browser, so the server does not
 * read messages for it.
 */
export const fraudSigns = ['money', 'link', 'elsewhere'] as const;
export type FraudSign = (typeof fraudSigns)[number];

export const EARLY_MESSAGES = 20;

/** Irreversible means of payment that have the same name in every language. */
const PAYMENTS =
  'western union|moneygram|money ?gram|bitcoins?|btc|ethereum|usdt|crypto(?:currency|s)?|krypto\\p{L}*|kryptowaluty?|forex|paysafe(?:card)?|gift ?cards?|steam ?cards?|itunes ?cards?|cash ?app|venmo|paypal|revolut|iban';

const MONEY = words(PAYMENTS, ...fraudPatterns.asksForMoney);
const ELSEWHERE = words(...fraudPatterns.goesElsewhere);

export function fraudSignsIn(text: string, early: boolean): FraudSign[] {
  const said = plain(text);
  const found: FraudSign[] = [];
  if (MONEY.test(said)) found.push('money');
  if (LINK.test(text)) found.push('link');
  if (early && (PHONE.test(text) || leadsElsewhere(text))) found.push('elsewhere');
  return found;
}

/** Suggests to continue on another service or by phone. */
export const leadsElsewhere = (text: string): boolean => MESSENGER.test(text) || ELSEWHERE.test(plain(text));
