import type { CallBody, CallReply } from '#contract/calls.ts';
import { centsOf } from '#contract/money.ts';
import type { App } from '../platform/app.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { storedAddressFault, trustedHosts } from '../platform/outgoing/safe-request.ts';
import { conversionEvents, type ConversionEvent } from './queue-conversion.ts';
import { writeNetwork } from './write-network.ts';

const MOST_CENTS = 10_000_000;

/**
 * PUT /api/admin/partners: adds, changes or reopens a network. Throws `invalid_fields` for an address that is
 * never called, an invalid payout, and the key of an existing network if a new one is meant.
 */
export async function writePartner(
  app: App,
  { key, name, postback_url, payouts, currency, renew = false, is_new = false }: CallBody<'writePartner'>,
  audit: AuditNote,
): Promise<CallReply<'writePartner'>> {
  const made = await writeNetwork(
    app.db,
    {
      key,
      name: name.trim() || key,
      postbackUrl: checkedPostback(app, postback_url),
      payouts: centsOfPayouts(payouts),
      currency,
    },
    { renew, isNew: is_new, record: (tx, act) => audit(tx, act) },
  );
  return {
    made: made && { address: `${app.config.publicUrl}/partners/${made.token}`, secret: made.secret },
  };
}

function checkedPostback(app: App, url: string | null): string | null {
  if (url === null) return null;
  // Macros such as `{sub1}` may stand anywhere after the host.
  if (storedAddressFault(url.replace(/[{}]/g, ''), trustedHosts(app.config)))
    throw refuseFields({ postback_url: 'address_invalid' });
  return url;
}

function centsOfPayouts(
  payouts: CallBody<'writePartner'>['payouts'],
): Partial<Record<ConversionEvent, number>> {
  const cents: Partial<Record<ConversionEvent, number>> = {};
  for (const event of conversionEvents) {
    const amount = payouts[event];
    if (amount === null) continue;
    const value = centsOf(amount);
    if (value === null || value >= MOST_CENTS) throw refuseFields({ [event]: 'invalid' });
    cents[event] = value;
  }
  return cents;
}
