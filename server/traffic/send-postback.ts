import { sql } from 'kysely';
import type { TrafficField } from '#contract/rules/traffic-rules.ts';
import type { App } from '../platform/app.ts';
import type { JobContext } from '../platform/jobs.ts';
import { safeRequest, trustedHosts } from '../platform/outgoing/safe-request.ts';
import { timedSignature } from '../platform/outgoing/timed-signature.ts';
import type { ConversionEvent, ConversionJob } from './queue-conversion.ts';

interface DuePostback {
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

/** Placeholders of a postback address: `{sub1}` is replaced by the encoded value. */
export type Macro = TrafficField | 'event' | 'payout' | 'currency' | 'id' | 'time';

/** Fills in the macros of a postback address. Unknown macros stay unchanged. */
export function postbackUrl(template: string, values: Record<Macro, string>): string {
  const macros = new Map<string, string>(Object.entries(values));
  return template.replace(/\{(\w+)\}/g, (macro, name: string) => {
    const value = macros.get(name);
    return value === undefined ? macro : encodeURIComponent(value);
  });
}

/**
 * Calls a network's postback for one conversion. A failure makes the job retry; after the last attempt the
 * postback is given up and logged as an alert. `id` is the same in each attempt, so that a partner can drop
 * duplicates.
 */
export async function sendPostback(
  app: App,
  { member, event }: ConversionJob,
  { attempt, maxAttempts }: Pick<JobContext, 'attempt' | 'maxAttempts'>,
): Promise<void> {
  const { rows } = await sql<DuePostback>`
    select c.id, c.network, c.ref, c.sub1, c.sub2, c.sub3, c.payout_cents, c.currency, c.occurred_at, n.postback_url, n.secret
    from conversions c join networks n on n.key = c.network
    where c.member_id = ${member} and c.event = ${event} and c.postback_state = 'waiting' and n.postback_url is not null`.execute(
    app.db,
  );
  const due = rows[0];
  if (!due) return;
  const url = postbackUrl(due.postback_url, macrosOf(due, event));
  const status = await callPartner(app, url, due).catch((error: Error) => {
    app.log.warn({ network: due.network, event, attempt, reason: error.message }, 'postback failed');
    return 0;
  });
  const reached = status >= 200 && status < 300;
  const last = attempt >= maxAttempts;
  await sql`
    update conversions set postback_status = ${status || null}, postback_at = app_now(), postback_state = ${reached ? 'sent' : last ? 'given_up' : 'waiting'}
    where member_id = ${member} and event = ${event}`.execute(app.db);
  if (reached) return;
  if (last)
    return void app.log.error(
      { network: due.network, event, status, alert: 'partners' },
      'postback given up after the last attempt',
    );
  throw new Error(`The partner answered ${status || 'nothing'}.`);
}

function macrosOf(due: DuePostback, event: ConversionEvent): Record<Macro, string> {
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

async function callPartner(app: App, url: string, { secret, id }: DuePostback): Promise<number> {
  const seconds = Math.floor(Date.now() / 1000);
  return safeRequest({
    url,
    trusted: trustedHosts(app.config),
    headers: {
      'user-agent': 'Liaison postback',
      'x-postback-id': id,
      'x-postback-signature': timedSignature(secret, url, seconds),
    },
  });
}
