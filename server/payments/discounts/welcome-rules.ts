import type { DiscountCode } from '#contract/payments.ts';
import type { Payer } from '../payer.ts';

/** The time bonus (docs/product.md 9.1): 25 percent for 14400 seconds after signup, on the first purchase. */
export const TIME_BONUS = 'TIMEBONUS25';
/** The welcome discount, for sites that let it last longer than the time bonus (`welcome_discount_seconds`). */
export const WELCOME = 'WELCOME25';
export const WELCOME_PERCENTAGE = 25;
export const TIME_BONUS_SECONDS = 14_400;
/** After the welcome offer no equal or better one appears for 30 days: its countdown was real (docs/product.md 9.4). */
export const OFFER_PAUSE_SECONDS = 30 * 24 * 3600;

/** Codes of the one welcome offer: a member uses either of them, once. */
export const welcomeCodes: readonly string[] = [TIME_BONUS, WELCOME];

export type Welcome = { state: 'active'; code: string; secondsLeft: number } | { state: 'expired' } | { state: 'used' };
type Offered = Pick<Payer, 'paid_user' | 'signed_up_ago' | 'welcome_ended'>;

/**
 * The active discount for a member: the time bonus, else the welcome code. The time that is left counts to
 * the longer end of the two. At 14400 seconds it is over, not one second later.
 */
export function welcomeOf(payer: Offered, welcomeSeconds: number): Welcome {
  if (payer.paid_user) return { state: 'used' };
  if (payer.welcome_ended) return { state: 'expired' };
  const left = Math.max(TIME_BONUS_SECONDS, welcomeSeconds) - payer.signed_up_ago;
  if (left <= 0) return { state: 'expired' };
  return { state: 'active', code: payer.signed_up_ago < TIME_BONUS_SECONDS ? TIME_BONUS : WELCOME, secondsLeft: Math.ceil(left) };
}

/** Whether an offer of `percentage` may be made to a member now: nothing equal or better within 30 days after the welcome offer. */
export function mayOffer(payer: Offered, percentage: number, welcomeSeconds: number): boolean {
  if (percentage < WELCOME_PERCENTAGE || payer.paid_user) return true;
  return payer.signed_up_ago >= Math.max(TIME_BONUS_SECONDS, welcomeSeconds) + OFFER_PAUSE_SECONDS;
}

/** A welcome code as discountcode.php shows it. `now` is the database's. */
export function presentWelcome(payer: Pick<Payer, 'id'>, welcome: { code: string; secondsLeft: number }, now: Date): DiscountCode {
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
