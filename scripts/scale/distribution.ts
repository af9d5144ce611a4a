// Which tables of the site are spread over the nodes of a PostgreSQL-compatible cluster, and by which column. Everything about one
// member, or one conversation, lies on one node. docs/operate/scale.md says why for each.

export interface Distributed {
  table: string;
  /** The column whose value says on which node a row lies. It is in every unique key of the table. */
  by: string;
  /** Another distributed table whose rows of the same value lie on the same node. */
  with?: string;
}

export const DISTRIBUTED: readonly Distributed[] = [
  { table: 'messages', by: 'conversation_id' },
  { table: 'participants', by: 'member_id' },
  { table: 'ledger_entries', by: 'member_id', with: 'participants' },
  { table: 'profile_views', by: 'member_id', with: 'participants' },
  { table: 'swipe_choices', by: 'member_id', with: 'participants' },
];

/** Tables that grow with members and stay on the first node, with the reason; whatever is not named here or above grows slowly or is swept. */
export const LOCAL: Readonly<Record<string, string>> = {
  members: 'every statement looks at them, and a row is a few hundred bytes: 10 million are 6 GB',
  profiles: 'search goes by country, age and place, never by member: ten indexes over 10 million are 12 GB',
  presence: 'search reads it beside profiles; one narrow row a member',
  conversations: 'found by the pair of their members, whom no one column stands for; 100 bytes each',
  likes: 'read from both sides, so that either column leaves the other side asking every node; 90 bytes each with their indexes',
  sessions: 'subscriptions of web push go with them by a foreign key; swept when they expire',
  photos: 'search and cards join them with profiles; three a member',
  payments: 'one in a few hundred members a month, with receipts and refunds that refer to them',
};

/** A send looks for a repeat by a unique index; `+ 0` keeps a young table's planner from the primary key, and would send the cluster to every node. */
const REPEAT_LOOKUP = ['m.conversation_id + 0 = t.conversation', 'm.conversation_id = t.conversation'] as const;

export interface ForeignKey {
  table: string;
  name: string;
  references: string;
}

/** Foreign keys that lead from or to a distributed table: they stay on one machine, and the registry of owners deletes what belongs to a member anyway. */
export const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, confrelid::regclass::text as references
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1)) order by 1, 2`;

/** What makes the tables ready for being distributed, as statements. They may run twice. */
export function preparation(keys: readonly ForeignKey[], sendMessages: string): string[] {
  return [
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint if exists ${name}`),
    ...(sendMessages.includes(REPEAT_LOOKUP[0]) ? [sendMessages.replace(...REPEAT_LOOKUP)] : []),
  ];
}

/** Spreads the tables, those that lie together after what they lie with. */
export const distribution = (): string[] =>
  DISTRIBUTED.map(
    ({ table, by, with: colocated }) =>
      `select create_distributed_table('${table}', '${by}', colocate_with => '${colocated ?? 'none'}')
       where not exists (select from pg_dist_partition where logicalrelid = '${table}'::regclass)`,
  );

export const DISTRIBUTED_NAMES = DISTRIBUTED.map(({ table }) => table);
/** The text of the function that stores messages. */
export const SEND_MESSAGES = `select pg_get_functiondef('send_messages'::regproc) as text`;
