import { slots, type Money } from './money-model.ts';

// A member's money in the form in which the test compares the model with the database.

export interface ShownPayment {
  status: string;
  chargedBack: boolean;
  refunded: boolean;
  cents: number;
  book: string;
  closed: boolean;
  refunds: [number, number, string][];
}

export interface Shown {
  credits: number;
  debt: number;
  premium: boolean;
  free: number;
  sum: number;
  code: boolean;
  purchases: number;
  reversals: number;
  receipts: number;
  notes: number;
  sent: Record<string, number>;
  payments: (ShownPayment | null)[];
}

export function shown(money: Money): Shown {
  const bought = money.payments.filter((one) => one?.status === 'completed').length;
  return tidy({
    credits: money.credits,
    debt: money.debt,
    premium: money.premium,
    free: money.freeUsed,
    sum: money.credits,
    code: money.codeUsed,
    purchases: bought,
    reversals: money.chargebacks,
    receipts: bought,
    notes: money.payments.reduce(
      (sum, one) => sum + (one ? one.refunds.length + Number(one.restNoted) : 0),
      0,
    ),
    sent: money.sent,
    payments: money.payments.map(
      (one, index) =>
        one && {
          status: one.status,
          chargedBack: one.chargedBack,
          refunded: one.refunded,
          cents: slots[index]!.cents,
          book: one.book,
          closed: one.closed,
          refunds: one.refunds.map(
            ({ credits, cents, status }) => [credits, cents, status] as [number, number, string],
          ),
        },
    ),
  });
}

export function tidy(money: Shown): Shown {
  const { credits, debt, premium, free, sum, code, purchases, reversals, receipts, notes } = money;
  const sent = Object.fromEntries(Object.entries(money.sent).sort(([a], [b]) => (a < b ? -1 : 1)));
  const payments = money.payments.map(
    (one) =>
      one && {
        status: one.status,
        chargedBack: one.chargedBack,
        refunded: one.refunded,
        cents: one.cents,
        book: one.book,
        closed: one.closed,
        refunds: one.refunds,
      },
  );
  return { credits, debt, premium, free, sum, code, purchases, reversals, receipts, notes, sent, payments };
}
