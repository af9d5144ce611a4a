/**
 * What is given back for the unused credits of an order: their part of everything that was paid, transaction costs
 * included, rounded up to the cent, and never more than is left (docs/decisions/refunds.md).
 */
export function refundableCents(order: { amountCents: number; credits: number; unused: number; refundedCents: number }): number {
  const part = Math.ceil((order.amountCents * order.unused) / order.credits);
  return Math.max(0, Math.min(part, order.amountCents - order.refundedCents));
}

/** Seconds until a refund is brought to a gateway again that was away. */
export function refundAgainSeconds(tries: number): number {
  const steps = [60, 300, 900, 3600, 6 * 3600];
  return steps[Math.min(tries, steps.length) - 1] ?? 60;
}

/**
 * When the right of withdrawal ends: with the last hour of the last day in the site's time zone. The day of the purchase
 * does not count (regulation 1182/71).
 */
export function withdrawalEnds(bought: Date, days: number, timeZone: string): Date {
  const [year, month, day] = dayIn(bought, timeZone);
  const midnight = Date.UTC(year, month - 1, day + days + 1);
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
