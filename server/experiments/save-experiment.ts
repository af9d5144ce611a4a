import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { fullSlug } from '#contract/rules/landing-rules.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, isTaken, one } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { checkExperiment } from './check-experiment.ts';
import { experimentOf } from './experiment-of.ts';
import { groundOf } from './ground-of.ts';

/**
 * PUT /api/admin/experiments: creates an experiment or changes a draft. The operator's browser chooses the id, so that a
 * repeated request does not create a second one. Throws `invalid_fields` for versions that do not fit the kind or a
 * taken key, `conflict` if it has started or changed since the operator loaded it, and `not_found` for an unknown site.
 */
export async function saveExperiment(
  app: Pick<App, 'db' | 'parts'>,
  audit: AuditNote,
  { seen, ...body }: CallBody<'saveExperiment'>,
): Promise<{ seen: string }> {
  const { niche } = await settingsOf(app, body.site);
  await checkExperiment(app.db, body, niche);
  const { site, id, key, kind, hypothesis, variants, metric, currency, guardrails } = body;
  const subject = kind === 'landing' ? fullPath(body.subject, niche) : body.subject;
  return inTransaction(app.db, async (tx) => {
    const { rows: sites } = await sql`select from sites where host = ${site} for key share`.execute(tx);
    if (sites.length === 0) throw refuse('not_found');
    const before = await experimentOf(tx, body, sql`for update`);
    if (before && before.state !== 'draft') throw refuse('conflict');
    if (before && before.changed_at.toISOString() !== seen) throw refuse('conflict');
    if (!before && seen !== null) throw refuse('not_found');
    const saved = await one(
      sql<{ changed_at: Date }>`
        insert into experiments (id, host, key, kind, ground, hypothesis, variants, metric, currency, guardrails, coverage_percent, changed_at)
        values (${id}, ${site}, ${key}, ${kind}, ${groundOf(kind, subject)}, ${hypothesis}, ${JSON.stringify(variants)}::jsonb, ${metric},
          ${currency}, ${JSON.stringify(guardrails)}::jsonb, ${body.coverage_percent}, date_trunc('milliseconds', clock_timestamp()))
        on conflict (id) do update set key = excluded.key, kind = excluded.kind, ground = excluded.ground, hypothesis = excluded.hypothesis,
          variants = excluded.variants, metric = excluded.metric, currency = excluded.currency, guardrails = excluded.guardrails,
          coverage_percent = excluded.coverage_percent, changed_at = excluded.changed_at
        where experiments.host = excluded.host
        returning changed_at`.execute(tx),
    ).catch((error: unknown) => {
      throw isTaken(error, 'experiments_host_key_key') ? refuseFields({ key: 'invalid' }) : error;
    });
    await audit(tx, { object: id, site, details: { key, kind, subject, variants, guardrails } });
    return { seen: saved.changed_at.toISOString() };
  });
}

/** The path of a landing page with the full name of its slug. */
function fullPath(path: string, niche: number): string {
  const [design = '', slug] = path.split('/');
  return slug === undefined ? design : `${design}/${fullSlug(slug, niche) ?? slug}`;
}
