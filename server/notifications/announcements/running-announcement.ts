import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { AnnouncementAudience, AnnouncementType } from '#contract/notifications/calls.ts';
import type { AnnouncementWords } from '#contract/texts.ts';
import type { Tx } from '../../platform/database/index.ts';

interface RunningAnnouncement {
  type: AnnouncementType;
  texts: Partial<Record<Locale, AnnouncementWords>>;
  audience: AnnouncementAudience;
}

export async function runningAnnouncement(tx: Tx, id: number): Promise<RunningAnnouncement | null> {
  const { rows } =
    await sql<RunningAnnouncement>`select type, texts, audience from announcements where id = ${id} and status <> 'cancelled'`.execute(
      tx,
    );
  return rows[0] ?? null;
}
