import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { GatewayUnavailable, type PaymentGateway } from './gateway.ts';

/**
 * Runs a request to a gateway and notes whether the gateway answered; a refusal is an answer. The note never
 * changes the outcome of the request.
 */
export async function noteContact<T>(
  app: Pick<App, 'db' | 'log'>,
  { name }: Pick<PaymentGateway, 'name'>,
  request: () => Promise<T>,
): Promise<T> {
  const note = (answered: boolean) =>
    (answered ? noteAnswer(app, name) : noteFailure(app, name)).catch((error: Error) =>
      app.log.warn({ gateway: name, reason: error.message }, 'could not note the answer of a gateway'),
    );
  try {
    const answer = await request();
    await note(true);
    return answer;
  } catch (error) {
    await note(!(error instanceof GatewayUnavailable));
    throw error;
  }
}

/** Writes at most once a minute while the gateway answers. */
const noteAnswer = ({ db }: Pick<App, 'db'>, gateway: string) =>
  sql`
    insert into gateway_contacts as g (gateway, answered_at) values (${gateway}, app_now())
    on conflict (gateway) do update set answered_at = app_now(), failures = 0
    where g.failures > 0 or g.answered_at is null or g.answered_at < app_now() - interval '1 minute'`.execute(
    db,
  );

const noteFailure = ({ db }: Pick<App, 'db'>, gateway: string) =>
  sql`
    insert into gateway_contacts as g (gateway, failed_at, failures) values (${gateway}, app_now(), 1)
    on conflict (gateway) do update set failed_at = app_now(), failures = g.failures + 1`.execute(db);
