import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { JobContext } from '../platform/jobs.ts';
import type { ConversionEvent, ConversionJob } from './conversions.ts';
import { safeRequest, trustedHosts } from '../platform/outgoing/safe-request.ts';
import { timedSignature } from '../platform/outgoing/timed-signature.ts';

interface Due {
  id: string;
  network: string;
  ref: string | null;
  sub1: string | null;
  sub2: string | null;
  sub3: string | null;
  payout_cents: number;
  currency: string;
  occurred_at: Date;
  postback_url: string;
  secret: Buffer;
}

/** What a postback address may name, `{sub1}`: each stands for its value, encoded. */
export const macros = ['network', 'ref', 'sub1', 'sub2', 'sub3', 'event', 'payout', 'currency', 'id', 'time'] as const;

/** The postback address of a conversion: every macro filled in, unknown ones left as they are. */
export function postbackUrl(template: string, values: Record<(typeof macros)[number], string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? encodeURIComponent(values[name as keyof typeof values]) : whole));
}

/**
 * Calls a network's postback for one conversion, until it is answered with success; `id` is the same in each try, so that a
 * partner who got it twice can tell. After the last try the conversion is given up and the log says so.
 */
export async function sendPostback(
  app: App,
  { member, event }: ConversionJob,
  { attempt, maxAttempts }: Pick<JobContext, 'attempt' | 'maxAttempts'>,
): Promise<void> {
  const { rows } = await sql<Due>`
    select c.id, c.network, c.ref, c.sub1, c.sub2, c.sub3, c.payout_cents, c.currency, c.occurred_at, n.postback_url, n.secret
    from conversions c join networks n on n.key = c.network
    where c.member_id = ${member} and c.event = ${event} and c.postback_state = 'waiting' and n.postback_url is not null`.execute(app.db);
  const due = rows[0];
  if (!due) return;
  const url = postbackUrl(due.postback_url, valuesOf(due, event));
  const status = await callPartner(app, url, due).catch((error: Error) => {
    app.log.warn({ network: due.network, event, attempt, reason: error.message }, 'a partner could not be told of a conversion');
    return 0;
  });
  const reached = status >= 200 && status < 300;
  const last = attempt >= maxAttempts;
  await sql`
    update conversions set postback_status = ${status || null}, postback_at = app_now(), postback_state = ${reached ? 'sent' : last ? 'given_up' : 'waiting'}
    where member_id = ${member} and event = ${event}`.execute(app.db);
  if (reached) return;
  if (last) return void app.log.error({ network: due.network, event, status, alert: 'partners' }, 'a partner was not told of a conversion');
  throw new Error(`The partner answered ${status || 'nothing'}.`);
}

function valuesOf(due: Due, event: ConversionEvent) {
  return {
    network: due.network,
    ref: due.ref ?? '',
    sub1: due.sub1 ?? '',
    sub2: due.sub2 ?? '',
    sub3: due.sub3 ?? '',
    event,
    payout: (due.payout_cents / 100).toFixed(2),
    currency: due.currency,
    id: due.id,
    time: String(Math.floor(due.occurred_at.getTime() / 1000)),
  };
}

async function callPartner(app: App, url: string, { secret, id }: Due): Promise<number> {
  const seconds = Math.floor(Date.now() / 1000);
  return safeRequest({
    url,
    trusted: trustedHosts(app.config),
    headers: { 'user-agent': 'Liaison postback', 'x-postback-id': id, 'x-postback-signature': timedSignature(secret, url, seconds) },
  });
}
