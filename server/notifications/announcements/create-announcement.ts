import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { AnnouncementAudience, AnnouncementType } from '#contract/notifications/calls.ts';
import type { AnnouncementWords } from '#contract/texts.ts';
import type { App } from '../../platform/app.ts';
import { one, type Tx } from '../../platform/database/index.ts';
import { ANNOUNCE } from './announcement-jobs.ts';

export interface NewAnnouncement {
  type: AnnouncementType;
  /** By language. Members whose language is missing get no announcement. */
  texts: Partial<Record<Locale, AnnouncementWords>>;
  audience: AnnouncementAudience;
  startsAt?: Date;
  /** The operator; null from the command line. */
  createdBy: number | null;
  /** A repeated request with the same id creates no second announcement. */
  clientId?: string;
}

/**
 * Stores an announcement and queues it for its start. Returns its id; a repeated request returns the same id.
 */
export async function createAnnouncement(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  { type, texts, audience, startsAt, createdBy, clientId }: NewAnnouncement,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into announcements (type, texts, audience, starts_at, created_by, client_id)
    values (${type}, ${JSON.stringify(texts)}::jsonb, ${JSON.stringify(audience)}::jsonb, coalesce(${startsAt ?? null}::timestamptz, app_now()), ${createdBy}, ${clientId ?? null})
    on conflict (client_id) do nothing returning id`.execute(tx);
  const [made] = rows;
  if (!made) {
    const { id } = await one(
      sql<{
        id: number;
      }>`select id from announcements where client_id = ${clientId ?? null}`.execute(tx),
    );
    return id;
  }
  await app.jobs.add(
    tx,
    ANNOUNCE,
    { id: made.id, after: 0 },
    { key: `announce ${made.id}`, ...(startsAt ? { runAt: startsAt } : {}) },
  );
  return made.id;
}
