import { expect } from 'vitest';
import type { TestPayer, Till } from '../till.ts';

/** Orders at the sandbox. `till` is called when a test runs, after the till has opened. */
export function sandboxOrders(till: () => Till) {
  const sandbox = () => till().site.app.parts.gateways.sandbox!;
  return {
    sandbox,
    /**
     * Changes some fields of an order's notification and signs it again. The sandbox first books the payer's
     * choice without notifying the site.
     */
    async notificationOf(
      paymentId: string,
      changes: Record<string, string> = {},
      booked?: 'paid' | 'chargeback',
    ) {
      if (booked) await sandbox().choose(paymentId, booked);
      const fields = { ...sandbox().notificationOf((await sandbox().order(paymentId))!), ...changes };
      return { ...fields, signature: sandbox().sign(fields) };
    },
    async started(payer: TestPayer, order?: Record<string, unknown>): Promise<string> {
      const answer = await payer.pay(order);
      expect(answer.status).toBe(201);
      return answer.body.payment_id;
    },
    statusOf: async (payer: TestPayer, id: string) =>
      (await payer.get(`/api/payment.php?id=${id}`)).body.status,
  };
}
