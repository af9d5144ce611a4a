import type { CountryCode } from '#contract/lists/countries.ts';
import { must } from '#contract/must.ts';
import { dateIn } from '#contract/rules/date-rules.ts';
import { isNoWorkingDay } from './public-holidays.ts';

const DAY = 86_400_000;

/**
 * The refund for an order's unused credits: their share of everything paid, including transaction costs,
 * rounded up to the cent, and never more than the money not yet refunded (docs/decisions/0019-refunds.md).
 */
export function refundableCents(order: {
  amountCents: number;
  credits: number;
  unused: number;
  refundedCents: number;
}): number {
  const part = Math.ceil((order.amountCents * order.unused) / order.credits);
  return Math.max(0, Math.min(part, order.amountCents - order.refundedCents));
}

/**
 * The end of the right of withdrawal: the end of the last day in the site's time zone. The day of purchase
 * does not count, and a last day that is a Saturday, a Sunday or a public holiday of the buyer's country
 * moves to the next working day (regulation 1182/71, article 3).
 */
export function withdrawalEnds(bought: Date, days: number, timeZone: string, country: CountryCode): Date {
  let last = Date.parse(dateIn(bought, timeZone)) + days * DAY;
  while (isNoWorkingDay(last, country)) last += DAY;
  const midnight = last + DAY;
  // Two iterations, since the offset at midnight may differ from that of the first guess.
  let instant = midnight;
  for (let round = 0; round < 2; round++) instant = midnight - offsetAt(new Date(instant), timeZone);
  return new Date(instant);
}

function offsetAt(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) =>
    Number(must(parts.find((one) => one.type === type)?.value, `${type} in the formatted time`));
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}
