import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import type { Happening } from './happening.ts';
import { queueEvent } from './queue-event.ts';

/** Queues an event about a member, for webhooks of all sites and of the member's. `data` also has the member. */
export async function queueMemberEvent(
  app: Pick<App, 'jobs'>,
  tx: Db,
  event: Happening['event'],
  member: number,
  data: Happening['data'] = {},
): Promise<void> {
  const { rows } = await sql<{ host: string | null }>`select host from members where id = ${member}`.execute(
    tx,
  );
  if (!rows[0]) return;
  await queueEvent(app, tx, { event, member, site: rows[0].host, data: { ...data, member } });
}
