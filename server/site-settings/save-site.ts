import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { FieldCode } from '#contract/errors.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, one, type Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { firstOverrides } from './lawful-start/first-overrides.ts';
import { SITES_CHANGED } from './site-cache.ts';

/** A normalised host name: ASCII (IDN as xn--), lower case, without `www.`, port or trailing dot. */
const hostPattern =
  /^(?=.{4,253}$)(?!www\.)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * POST /api/admin/sites: creates a site by its host, or changes its company, its aliases and its pool.
 * Idempotent. Throws `invalid_fields` for a name that is not a bare host or belongs to another site, and for a
 * change that would move existing members to another pool; `not_found` for an unknown company or pool.
 */
export async function saveSite(
  app: App,
  audit: AuditNote,
  body: CallBody<'saveSite'>,
): Promise<{ ok: true }> {
  const host = body.host.trim().toLowerCase();
  const aliases = [...new Set(body.aliases.map((name) => name.trim().toLowerCase()))].filter(
    (name) => name !== host,
  );
  const faults: Record<string, FieldCode> = {};
  if (host !== DEFAULT_SITE && !hostPattern.test(host)) faults['host'] = 'host_invalid';
  if (!aliases.every((name) => hostPattern.test(name))) faults['aliases'] = 'host_invalid';
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  await inTransaction(app.db, async (tx) => {
    // The lock serialises changes, because a name may belong to only one site.
    await sql`lock table sites in share row exclusive mode`.execute(tx);
    const { rows: companies } = await sql`select from companies where id = ${body.company}`.execute(tx);
    if (companies.length === 0) throw refuse('not_found');
    const { rows: others } = await sql<{
      host: string;
      aliases: string[];
    }>`select host, aliases from sites where host <> ${host}`.execute(tx);
    const taken = new Set(others.flatMap((other) => [other.host, ...other.aliases]));
    if (taken.has(host)) throw refuseFields({ host: 'host_taken' });
    if (aliases.some((name) => taken.has(name))) throw refuseFields({ aliases: 'host_taken' });
    const { rows: before } = await sql<{
      company_id: number;
      aliases: string[];
      pool_id: number;
    }>`select company_id, aliases, pool_id from sites where host = ${host}`.execute(tx);
    const pool = body.pool === undefined ? (before[0]?.pool_id ?? null) : await poolFor(tx, host, body.pool);
    await sql`
      insert into sites (host, company_id, aliases, pool_id, overrides)
      values (${host}, ${body.company}, ${aliases}, coalesce(${pool}::smallint, pool_of_host(null)), ${JSON.stringify(firstOverrides(app.config))}::jsonb)
      on conflict (host) do update
        set company_id = excluded.company_id, aliases = excluded.aliases, pool_id = excluded.pool_id`.execute(
      tx,
    );
    if (await isAnybodyMoved(tx)) throw refuseFields({ pool: 'pool_has_members' });
    await audit(tx, {
      object: host,
      details: { before: before[0] ?? null, after: { company_id: body.company, aliases, pool_id: pool } },
    });
  });
  app.events.publish(SITES_CHANGED, { host });
  return { ok: true };
}

/** The pool with this id, or for null the one named after the host, which is created if needed. */
async function poolFor(tx: Tx, host: string, id: number | null): Promise<number> {
  if (id === null) {
    const { id: own } = await one(
      sql<{ id: number }>`
        insert into pools (name) values (${host}) on conflict (name) do update set name = excluded.name returning id`.execute(
        tx,
      ),
    );
    return own;
  }
  const { rows } = await sql`select from pools where id = ${id}`.execute(tx);
  if (rows.length === 0) throw refuse('not_found');
  return id;
}

async function isAnybodyMoved(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from (select distinct host, pool_id from members) m where m.pool_id <> pool_of_host(m.host) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
