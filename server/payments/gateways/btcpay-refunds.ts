import { money } from '#contract/money.ts';
import type { BtcpayApi, BtcpayPayout, BtcpayPullPayment } from './btcpay-api.ts';
import { GatewayRefused, type PaymentGateway, type RefundClaim } from './gateway.ts';

/**
 * Refunds are pull payments: BTCPay Server does not know where to send the money, so the payer claims it with
 * an address or a Lightning invoice. The refund's id in the name makes repeats harmless.
 */
export function createBtcpayRefunds(
  api: BtcpayApi,
  store: string,
): Required<Pick<PaymentGateway, 'refund' | 'claimState'>> {
  const claimOf = ({ id, viewLink }: BtcpayPullPayment): RefundClaim => ({ reference: id, url: viewLink });
  return {
    async refund({ reference, currency }, { id, amountCents }) {
      if (!reference) throw new GatewayRefused('BTCPay Server does not know this payment.');
      const name = `Refund ${id}`;
      const known = await api.find<BtcpayPullPayment[]>(`${store}/pull-payments`, {
        includeArchived: 'true',
      });
      const earlier = known?.find((pull) => pull.name === name);
      if (earlier) return claimOf(earlier);
      const made = await api.post<BtcpayPullPayment>(
        `${store}/invoices/${encodeURIComponent(reference)}/refund`,
        {
          name,
          refundVariant: 'Custom',
          customAmount: money(amountCents, currency).amount,
          customCurrency: currency,
        },
      );
      return claimOf(made);
    },

    async claimState(reference, amountCents) {
      const path = `/pull-payments/${encodeURIComponent(reference)}`;
      const payouts = (await api.find<BtcpayPayout[]>(`${path}/payouts`)) ?? [];
      const paidCents = payouts
        .filter(({ state }) => state === 'Completed')
        .reduce((sum, { originalAmount }) => sum + (exactCents(originalAmount) ?? 0), 0);
      if (paidCents >= amountCents) return 'paid';
      const pull = await api.find<BtcpayPullPayment>(path);
      const isMoving = payouts.some(({ state }) => state === 'InProgress');
      return (!pull || pull.archived) && !isMoving ? 'closed' : 'open';
    },
  };
}

/** Parses a decimal string such as `20`, `19.9` or `19.9900` into cents. Null for fractions of a cent. */
export function exactCents(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{0,2})0*)?$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}
