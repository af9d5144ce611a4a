import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { seriesKind } from '#contract/notifications/mail-series.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { SERIES_CHANGED, type StoredSeries } from './stored-series.ts';

/**
 * PUT /api/admin/mail-series: stores a site's series. Throws `invalid_fields` for a mail that is not of the series or
 * comes twice, `conflict` if it changed since the operator loaded it, and `not_found` for an unknown site.
 */
export async function saveSeries(
  app: Pick<App, 'db' | 'events'>,
  audit: AuditNote,
  body: CallBody<'saveMailSeries'>,
): Promise<{ seen: string }> {
  const { site, trigger, enabled, holdout_percent, steps, seen } = body;
  const { mails } = seriesKind(trigger);
  const chosen = steps.map(({ mail }) => mail);
  if (new Set(chosen).size < chosen.length || !chosen.every((mail) => mails.includes(mail)))
    throw refuseFields({ steps: 'invalid' });
  return inTransaction(app.db, async (tx) => {
    const { rows: sites } = await sql`select from sites where host = ${site} for key share`.execute(tx);
    if (sites.length === 0) throw refuse('not_found');
    const before = await storedAt(tx, site, trigger);
    if ((before?.changed_at.toISOString() ?? null) !== seen) throw refuse('conflict');
    const { rows } = await sql<{ changed_at: Date }>`
      insert into mail_series (host, trigger, enabled, holdout_percent, steps, changed_at)
      values (${site}, ${trigger}, ${enabled}, ${holdout_percent}, ${JSON.stringify(steps)}::jsonb, date_trunc('milliseconds', clock_timestamp()))
      on conflict (host, trigger) do update set enabled = excluded.enabled, holdout_percent = excluded.holdout_percent,
        steps = excluded.steps, changed_at = excluded.changed_at
      where mail_series.changed_at is not distinct from ${seen}::timestamptz
      returning changed_at`.execute(tx);
    const [saved] = rows;
    if (!saved) throw refuse('conflict');
    await audit(tx, {
      object: trigger,
      details: {
        site,
        before: before && { enabled: before.enabled, steps: before.steps },
        after: { enabled, steps },
      },
    });
    tx.afterCommit(() => app.events.publish(SERIES_CHANGED, null));
    return { seen: saved.changed_at.toISOString() };
  });
}

async function storedAt(db: App['db'], site: string, trigger: string): Promise<StoredSeries | null> {
  const { rows } = await sql<StoredSeries>`
    select host, trigger, enabled, holdout_percent, steps, changed_at from mail_series
    where host = ${site} and trigger = ${trigger} for update`.execute(db);
  return rows[0] ?? null;
}
