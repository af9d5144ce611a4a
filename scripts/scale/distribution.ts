import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Tables that are distributed over the nodes of a PostgreSQL-compatible cluster, and their distribution
// columns. All rows of one member, or one conversation, are on one node. docs/operate/scale.md gives the
// reasons.

export interface Distributed {
  table: string;
  /** The distribution column. Every unique key of the table includes it. */
  by: string;
  /** Another distributed table with which it is co-located. */
  with?: string;
}

export const DISTRIBUTED: readonly Distributed[] = [
  { table: 'messages', by: 'conversation_id' },
  { table: 'participants', by: 'member_id' },
  { table: 'ledger_entries', by: 'member_id', with: 'participants' },
  { table: 'profile_views', by: 'member_id', with: 'participants' },
  { table: 'swipe_choices', by: 'member_id', with: 'participants' },
];

/**
 * Tables that grow with the number of members but stay on the first node, with the reason. All other tables
 * grow slowly or are swept.
 */
export const LOCAL: Readonly<Record<string, string>> = {
  members: 'every statement looks at them, and a row is a few hundred bytes: 10 million are 6 GB',
  profiles: 'search goes by country, age and place, never by member: ten indexes over 10 million are 12 GB',
  presence: 'search reads it beside profiles; one narrow row a member',
  conversations: 'found by the pair of their members, whom no one column stands for; 100 bytes each',
  likes:
    'read from both sides, so that either column leaves the other side asking every node; 90 bytes each with their indexes',
  sessions: 'subscriptions of web push go with them by a foreign key; swept when they expire',
  photos: 'search and cards join them with profiles; three a member',
  payments: 'one in a few hundred members a month, with receipts and refunds that refer to them',
};

export interface ForeignKey {
  table: string;
  name: string;
  references: string;
}

/**
 * Foreign keys from or to a distributed table. They are dropped, because they cannot cross nodes, and each
 * module's purge deletes a member's rows anyway.
 */
export const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, confrelid::regclass::text as references
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1)) order by 1, 2`;

/** Statements that prepare the tables for distribution. Idempotent. */
export const preparation = (keys: readonly ForeignKey[]): string[] =>
  keys.map(({ table, name }) => `alter table ${table} drop constraint if exists ${name}`);

const CLUSTER_SQL = join(import.meta.dirname, '../../db/cluster');

/** What a cluster has in addition to db/functions, or instead: db/cluster. Idempotent. */
export const clusterFiles = (): string[] =>
  readdirSync(CLUSTER_SQL)
    .sort()
    .map((file) => readFileSync(join(CLUSTER_SQL, file), 'utf8'));

export const distribution = (): string[] =>
  DISTRIBUTED.map(
    ({ table, by, with: colocated }) =>
      `select create_distributed_table('${table}', '${by}', colocate_with => '${colocated ?? 'none'}')
       where not exists (select from pg_dist_partition where logicalrelid = '${table}'::regclass)`,
  );

export const DISTRIBUTED_NAMES = DISTRIBUTED.map(({ table }) => table);
