import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { one, inTransaction } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { createAnnouncement } from './create-announcement.ts';

/**
 * POST /api/admin/announcements: schedules an announcement, immediately or at a time. Throws `invalid_fields`
 * without a text in any language, or for a time more than an hour ago or more than a year ahead.
 */
export async function scheduleAnnouncement(
  app: App,
  operator: number,
  body: CallBody<'adminAnnounce'>,
): Promise<{ id: number }> {
  const { client_id: clientId, type, texts, audience, starts_at } = body;
  if (Object.keys(texts).length === 0) throw refuseFields({ texts: 'required' });
  return inTransaction(app.db, async (tx) => {
    if (starts_at !== undefined) {
      const row = await one(
        sql<{ fits: boolean }>`
        select ${starts_at}::timestamptz between app_now() - interval '1 hour' and app_now() + interval '1 year' as fits`.execute(
          tx,
        ),
      );
      if (!row.fits) throw refuseFields({ starts_at: 'invalid' });
    }
    const startsAt = starts_at === undefined ? {} : { startsAt: new Date(starts_at) };
    return {
      id: await createAnnouncement(app, tx, {
        type,
        texts,
        audience,
        ...startsAt,
        createdBy: operator,
        clientId,
      }),
    };
  });
}
