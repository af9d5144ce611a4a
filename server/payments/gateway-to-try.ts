import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { GatewayName } from '#contract/lists/gateways.ts';
import {
  choiceOf,
  needsMandate,
  paymentMethods,
  type PaymentMethod,
} from '#contract/lists/payment-methods.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import type { PaymentGateway } from './gateways/gateway.ts';
import { gatewaysFor } from './gateways/index.ts';

const DECLINE_SECONDS = 3600;

interface Wanted {
  memberId: number;
  method: PaymentMethod;
  recurring: boolean;
}

/**
 * The gateway of a new order: the first that takes the method, but those that have just declined it for this
 * member come last. A stored card is charged where it is stored, and a mandate belongs to the first gateway.
 */
export async function gatewayToTry(
  app: App,
  { memberId, method, recurring }: Wanted,
  country: CountryCode,
  currency: string,
): Promise<PaymentGateway | undefined> {
  const candidates = await gatewaysFor(app, method, country, currency);
  const [first] = candidates;
  if (candidates.length < 2 || needsMandate(method)) return first;
  if (recurring) {
    const holder = await cardHolder(app.db, memberId);
    return candidates.find(({ name }) => name === holder) ?? first;
  }
  const declined = await declinedBy(app.db, memberId, method);
  return candidates.find(({ name }) => !declined.has(name)) ?? first;
}

async function cardHolder(db: Db, memberId: number): Promise<GatewayName | undefined> {
  const { rows } = await sql<{ gateway: GatewayName }>`
    select gateway from stored_cards where member_id = ${memberId} order by id desc limit 1`.execute(db);
  return rows[0]?.gateway;
}

/** Card brands share a form, so a card declined under one brand was declined as a card. */
async function declinedBy(db: Db, memberId: number, method: PaymentMethod): Promise<Set<GatewayName>> {
  const alike = paymentMethods.filter((each) => choiceOf(each) === choiceOf(method));
  const { rows } = await sql<{ gateway: GatewayName }>`
    select distinct gateway from payments
    where member_id = ${memberId} and created_at > app_now() - ${DECLINE_SECONDS} * interval '1 second'
      and status = 'failed' and method = any(${alike}::text[])`.execute(db);
  return new Set(rows.map(({ gateway }) => gateway));
}
