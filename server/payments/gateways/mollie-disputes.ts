import { centsOf } from '#contract/money.ts';
import type { GatewayDispute } from './gateway.ts';
import type { MollieAmount, MollieApi } from './mollie-api.ts';

const PAGE = '250';
/** More than a site has in the days that are asked for. It ends the walk if the list never does. */
const MOST_PAGES = 40;

interface MollieChargeback {
  id: string;
  paymentId: string;
  amount: MollieAmount;
  reason?: { code?: string; description?: string } | null;
  createdAt: string;
  reversedAt?: string | null;
}

interface ChargebackList {
  _embedded: { chargebacks: MollieChargeback[] };
  _links: { next?: { href: string } | null };
}

/** Mollie lists chargebacks newest first. A page begins with the id that the previous page links to. */
export async function listMollieDisputes(api: MollieApi, since: Date): Promise<GatewayDispute[]> {
  const found: GatewayDispute[] = [];
  let from: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const list: ChargebackList = await api.get<ChargebackList>('/chargebacks', {
      limit: PAGE,
      ...(from ? { from } : {}),
    });
    const recent = list._embedded.chargebacks.filter(({ createdAt }) => new Date(createdAt) >= since);
    found.push(...recent.map(disputeOf));
    const next: string | undefined = list._links.next?.href;
    from = next === undefined ? null : new URL(next).searchParams.get('from');
    if (from === null || recent.length < list._embedded.chargebacks.length) break;
  }
  return found;
}

const disputeOf = ({
  id,
  paymentId,
  amount,
  reason,
  createdAt,
  reversedAt,
}: MollieChargeback): GatewayDispute => ({
  reference: id,
  payment: paymentId,
  amountCents: centsOf(amount.value.replace(/^-/, '')) ?? 0,
  currency: amount.currency,
  reason: reason?.description ?? reason?.code ?? null,
  openedAt: new Date(createdAt),
  reversedAt: reversedAt ? new Date(reversedAt) : null,
});
