import pg from 'pg';
import { deriveKey } from '../secrets.ts';

/** Append-only tables: the site's role may not update, delete or truncate their rows. */
export const APPEND_ONLY = [
  'ledger_entries',
  'audit_log',
  'receipts',
  'payment_notifications',
  'setting_changes',
  'text_versions',
];

/** The columns of the audit log that the site writes. The database sets number and time, so no line is backdated. */
const AUDIT_COLUMNS = 'operator_id, action, member_id, object, details, site';

/** The columns of a measure that change: its end, and its words at a purge. The trigger `measures_stay` limits the rest. */
const MEASURE_COLUMNS = 'ended_at, ended_by, facts';

const ROLE_LOCK = 7_203_045;

export interface AppRole {
  url: string;
  /** Null if the site has to connect as the owner of its tables; `why` is the reason. */
  name: string | null;
  why?: string;
}

/**
 * Returns the role that the site connects as. It differs from the owner of the tables, who runs migrations.
 * It is created on first use, with a password derived from the secret. The site connects as the owner if the
 * owner may not create roles, or if a pooler only knows its configured roles.
 */
export async function openAppRole({
  ownerUrl,
  secret,
  pooler,
}: {
  ownerUrl: string;
  secret: string;
  pooler: string;
}): Promise<AppRole> {
  if (pooler !== 'none')
    return { url: ownerUrl, name: null, why: 'the pooler only knows its configured roles' };
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  owner.on('error', () => {});
  await owner.connect();
  try {
    const { rows } = await owner.query(
      `select current_database() as database, rolcreaterole or rolsuper as may_make from pg_roles where rolname = current_user`,
    );
    const { database, may_make: mayMake } = rows[0] as { database: string; may_make: boolean };
    const name = `${database.slice(0, 55)}_app`;
    const password = deriveKey(secret, `database role ${name}`).toString('base64url');
    const url = new URL(ownerUrl);
    url.username = encodeURIComponent(name);
    url.password = password;
    await owner.query('begin');
    await owner.query('select pg_advisory_xact_lock($1)', [ROLE_LOCK]);
    const known = (await owner.query('select from pg_roles where rolname = $1', [name])).rowCount === 1;
    if (!known && !mayMake) return { url: ownerUrl, name: null, why: `${owner.user} may not make roles` };
    if (!known || !(await letsIn(url.href))) {
      await owner.query(
        `${known ? 'alter' : 'create'} role ${owner.escapeIdentifier(name)} login password ${owner.escapeLiteral(password)}`,
      );
    }
    await owner.query('commit');
    return { url: url.href, name };
  } finally {
    await owner.end();
  }
}

/**
 * Grants the site's role exactly the rights it needs on the current tables. The owner calls it after each
 * migration.
 */
export async function grantToApp(ownerUrl: string, role: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => {});
  await owner.connect();
  const app = owner.escapeIdentifier(role);
  try {
    await owner.query('begin');
    await owner.query('select pg_advisory_xact_lock($1)', [ROLE_LOCK]);
    // A cluster otherwise grants on several connections per node, and refuses that for tables with foreign keys.
    await owner.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await openQueue(owner, app);
    await owner.query(`
      grant usage on schema public, graphile_worker to ${app};
      grant select, insert, update, delete on all tables in schema public, graphile_worker to ${app};
      grant usage, select on all sequences in schema public, graphile_worker to ${app};
      revoke update on all sequences in schema public, graphile_worker from ${app};
      grant execute on all functions in schema public, graphile_worker to ${app};
      revoke update, delete on ${APPEND_ONLY.join(', ')} from ${app};
      revoke update, delete on measures from ${app};
      grant update (${MEASURE_COLUMNS}) on measures to ${app};
      revoke insert on audit_log from ${app};
      grant insert (${AUDIT_COLUMNS}) on audit_log to ${app};
      revoke insert, update, delete on kysely_migration, kysely_migration_lock, applied_functions from ${app}`);
    await owner.query('commit');
  } finally {
    await owner.end();
  }
}

/** The job queue's tables have row security, so without a policy only their owner can read them. */
async function openQueue(owner: pg.Client, app: string): Promise<void> {
  const { rows } = await owner.query<{ table: string }>(`
    select c.oid::regclass::text as table from pg_class c
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = c.oid and polname = 'site')`);
  for (const { table } of rows)
    await owner.query(`create policy site on ${table} to ${app} using (true) with check (true)`);
}

/**
 * Returns the append-only tables that this connection's role could update, delete from or truncate. The list
 * should be empty.
 */
export async function unprotectedTables(
  ask: (statement: string) => Promise<{ rows: unknown[] }>,
): Promise<string[]> {
  const { rows } = await ask(`
    select name from unnest('{${APPEND_ONLY.join()}}'::text[]) name
    where to_regclass(name) is not null and has_table_privilege(current_user, name, 'update, delete, truncate')`);
  return (rows as { name: string }[]).map(({ name }) => name);
}

async function letsIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
