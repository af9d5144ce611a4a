import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { databaseNow } from '../../platform/database/now.ts';
import { GatewayRefused, GatewayUnavailable, type PaymentGateway } from '../gateways/gateway.ts';
import { noteContact } from '../gateways/note-contact.ts';
import type { PaymentRow } from '../payment-row.ts';
import { recordDispute } from './record-dispute.ts';

/** Covers a month without the job. A dispute that was opened earlier may still be reversed, which changes nothing here. */
const SINCE_MS = 40 * 24 * 3600_000;

/** Reads the lists of disputes of all gateways that have one, so that a lost notification does not matter. */
export async function importDisputes(app: App): Promise<void> {
  const since = new Date((await databaseNow(app.db)).getTime() - SINCE_MS);
  for (const gateway of app.parts.gateways.all) {
    try {
      await importFrom(app, gateway, since);
    } catch (error) {
      if (!(error instanceof GatewayUnavailable) && !(error instanceof GatewayRefused)) throw error;
      app.log.warn({ err: error, gateway: gateway.name }, 'could not read the disputes of a gateway');
    }
  }
}

async function importFrom(app: App, gateway: PaymentGateway, since: Date): Promise<void> {
  const disputes = await noteContact(app, gateway, async () => (await gateway.disputes?.(since)) ?? []);
  for (const dispute of disputes) {
    const { rows } = await sql<PaymentRow>`
      select * from payments where gateway = ${gateway.name} and gateway_reference = ${dispute.payment}`.execute(
      app.db,
    );
    // An account at a gateway may serve other shops too.
    for (const payment of rows) await recordDispute(app, gateway, payment, dispute, 'gateway');
  }
}
