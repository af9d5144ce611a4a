import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { Payer } from '../payer.ts';

/** The time bonus (docs/product.md 9.1): 25 percent on the first purchase, for 14400 seconds after signup. */
export const TIME_BONUS = 'TIMEBONUS25';
export const WELCOME = 'WELCOME25';
export const WELCOME_PERCENTAGE = 25;
export const TIME_BONUS_SECONDS = 14_400;
/**
 * After the welcome offer no equal or better one appears for 30 days, which makes its countdown honest
 * (docs/product.md 9.4).
 */
export const OFFER_PAUSE_SECONDS = 30 * 24 * 3600;

/** A member may use only one of the codes of the welcome offer, once. */
export const welcomeCodes: readonly string[] = [TIME_BONUS, WELCOME];

export type Welcome =
  | { state: 'active'; code: string; secondsLeft: number }
  | { state: 'expired' }
  | { state: 'used' };
type Offered = Pick<Payer, 'paid_user' | 'signed_up_ago' | 'welcome_ended'>;

/**
 * A member's active discount: the time bonus, else the welcome code. The countdown runs to the later end of
 * the two. The time bonus ends at exactly 14400 seconds.
 */
export function welcomeOf(payer: Offered, welcomeSeconds: number): Welcome {
  if (payer.paid_user) return { state: 'used' };
  if (payer.welcome_ended) return { state: 'expired' };
  const left = Math.max(TIME_BONUS_SECONDS, welcomeSeconds) - payer.signed_up_ago;
  if (left <= 0) return { state: 'expired' };
  return {
    state: 'active',
    code: payer.signed_up_ago < TIME_BONUS_SECONDS ? TIME_BONUS : WELCOME,
    secondsLeft: Math.ceil(left),
  };
}

/**
 * Returns whether a member may get an offer of `percentage` now. Members who have paid may get any. The others
 * get only a smaller discount than the welcome offer's until 30 days after that offer ended.
 */
export function mayOffer(payer: Offered, percentage: number, welcomeSeconds: number): boolean {
  if (percentage < WELCOME_PERCENTAGE || payer.paid_user) return true;
  return payer.signed_up_ago >= Math.max(TIME_BONUS_SECONDS, welcomeSeconds) + OFFER_PAUSE_SECONDS;
}

export function presentWelcome(
  payer: Pick<Payer, 'id'>,
  welcome: { code: string; secondsLeft: number },
  now: Date,
): DiscountCode {
  return {
    code: welcome.code,
    country: null,
    user_id: payer.id,
    expires: new Date(now.getTime() + welcome.secondsLeft * 1000).toISOString(),
    value_percentage: WELCOME_PERCENTAGE,
    currency: null,
    minimum_order_value: null,
    status: 'active',
    validity: 'once-per-user',
    expired: false,
    paymentmethods: null,
    seconds_left: welcome.secondsLeft,
  };
}
