import type { CountryCode } from '#contract/lists/countries.ts';
import { isNoWorkingDay } from './public-holidays.ts';

const DAY = 86_400_000;

/**
 * What is given back for the unused credits of an order: their part of everything that was paid, transaction costs
 * included, rounded up to the cent, and never more than is left (docs/decisions/refunds.md).
 */
export function refundableCents(order: { amountCents: number; credits: number; unused: number; refundedCents: number }): number {
  const part = Math.ceil((order.amountCents * order.unused) / order.credits);
  return Math.max(0, Math.min(part, order.amountCents - order.refundedCents));
}

/**
 * When the right of withdrawal ends: with the last hour of the last day in the site's time zone. The day of the purchase
 * does not count, and a last day that is a Saturday, a Sunday or a public holiday of the buyer's country moves to the next
 * working day (regulation 1182/71, article 3).
 */
export function withdrawalEnds(bought: Date, days: number, timeZone: string, country: CountryCode): Date {
  const [year, month, day] = dayIn(bought, timeZone);
  let last = Date.UTC(year, month - 1, day + days);
  while (isNoWorkingDay(last, country)) last += DAY;
  const midnight = last + DAY;
  // Twice, since the offset at midnight is not always that of the first guess.
  let instant = midnight;
  for (let round = 0; round < 2; round++) instant = midnight - offsetAt(new Date(instant), timeZone);
  return new Date(instant);
}

function dayIn(instant: Date, timeZone: string): [number, number, number] {
  const local = new Date(instant.getTime() + offsetAt(instant, timeZone));
  return [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
}

/** Milliseconds that a zone's clocks are ahead of UTC. */
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
  const part = (type: string) => Number(parts.find((one) => one.type === type)!.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}
