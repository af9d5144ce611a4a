import type pg from 'pg';
import { countries, countryCodes } from '#contract/lists/countries.ts';
import { chanceOf } from './chance.ts';
import { drawTown } from './person.ts';
import { countryWeights } from './population.ts';
import { texts } from './texts.ts';

export type BulkOptions = {
  members: number;
  messagesPerMember?: number;
  /** Folders of stored photos to share among the members. Without any, profiles have no photos. */
  photoFolders?: readonly string[];
  progress?: (step: string, seconds: number) => void;
};

/** Initial credits of each bulk member, booked as one `demo_grant` so that balances equal the ledger. */
export const bulkCredits = 1_000_000;

const filled = [
  'members',
  'profiles',
  'photos',
  'presence',
  'conversations',
  'participants',
  'messages',
  'ledger_entries',
] as const;

export async function seedBulk(client: pg.ClientBase, options: BulkOptions): Promise<void> {
  const { members, messagesPerMember = 2 } = options;
  const progress = options.progress ?? (() => {});
  const step = async (name: string, text: string, values?: unknown[]) => {
    const started = performance.now();
    await client.query(text, values);
    progress(name, (performance.now() - started) / 1000);
  };
  const found = await client.query('select exists (select from members) as any');
  if (found.rows[0].any)
    throw new Error('The bulk generator needs an empty database, but this one has members.');

  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    await client.query('set local synchronous_commit = off'); // a lost load can be repeated
    await client.query("set local maintenance_work_mem = '512MB'");
    await client.query("set local work_mem = '128MB'");
    const restore = await dropKeys(client);
    await makePlaces(client);

    const photos = options.photoFolders?.length ? options.photoFolders : ['bulk'];
    await step('members', insertMembers, [members, bulkCredits]);
    await step('profiles', insertProfiles, [members]);
    await step(
      'photos',
      // A quality of 0 keeps the job that hashes stored pictures away from them.
      `insert into photos (id, member_id, storage_key, width, height, colour, status, pdq_quality) overriding system value select i, i, ($2::text[])[1 + i % cardinality($2::text[])], 900, 1200, lpad(to_hex(hashint4(i) & 16777215), 6, '0'), 'active', 0 from generate_series(1, $1::int) i cross join ${drawn} where ${hasPhoto}`,
      [members, photos],
    );
    await step(
      'presence',
      "insert into presence select i, now() - (hashint4(i) & 1048575) * interval '1 second' from generate_series(1, $1::int) i",
      [members],
    );
    await step('ledger', insertGrants, [members, bulkCredits]);
    const conversations = Math.max(1, Math.floor(members / 4));
    await step('messages', insertMessages, [
      members * messagesPerMember,
      conversations,
      Math.max(1, Math.floor(conversations / 100)),
      members,
    ]);
    await step('conversations', insertConversations, [conversations, members]);
    await step('participants', insertParticipants);
    for (const table of ['members', 'photos', 'messages', 'ledger_entries', 'conversations']) {
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 1) from ${table}))`,
      );
    }
    for (const [name, statement] of restore) await step(name, statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  for (const table of filled) await step(`vacuum ${table}`, `vacuum analyze ${table}`);
}

const insertMembers = `
  insert into members (id, email, email_key, password_hash, status, language, credits, paid_user, signup_date, confirmed_at, is_demo, pool_id)
  overriding system value
  select i, 'bulk' || i || '@example.test', 'bulk' || i || '@example.test', null, 'active', p.language, $2::int, true, at, at, true, pool_of_host(null)
  from generate_series(1, $1::int) i
    join bulk_places p on p.n = (hashint4(i) & 2147483647) % 1000
    cross join lateral (select now() - interval '365 days' * (1 - i / ($1::int + 1.0)) as at) s`;

/** A random number of each member that decides most of a profile. Its lowest bit is the gender. */
const drawn = 'lateral (select (hashint4(i + 500000000) & 2147483647) as h) s';
const hasPhoto = 'h / 64 % 8 > 0';

// Hashes of the row number with a different salt for each column give independent random streams.
const insertProfiles = `
  insert into profiles (id, name, gender, gender_sought, date_of_birth, sexuality, country, region, city, lat, lon, interests,
    hair_color, eye_color, body_type, relationship_status, tattoos, about, status, invisible, main_photo_id, num_photos, created_at, active_on, verified, intention, languages, pool_id)
  overriding system value
  select i, (array['Anna','Bram','Sofie','Daan','Julia','Lena','Noor','Sem','Eva','Thijs','Iris','Ruben'])[1 + h % 12],
    case when h & 1 = 0 then 'female' else 'male' end, case when h & 1 = 0 then 'male' else 'female' end,
    current_date - (18 * 366 + ((hashint4(i + 1000000000) & 2147483647)::bigint * (hashint4(i + 1500000000) & 2147483647) / 4611686018427387904.0 * 57 * 365)::int),
    'hetero', p.country, p.region, p.city, p.lat, p.lon, (array['{music,wine,travelling}','{coffee,reading,art}','{hiking,cooking,movies}','{dancing,party,beach}'])[1 + h % 4]::text[],
    (array['blond','brown','black','red','gray'])[1 + h % 5], (array['blue','green','hazel','brown'])[1 + h % 4],
    (array['slim','normal','fat'])[1 + h % 3], (array['single','divorced','unmarried'])[1 + h % 3], (array['none','some','many'])[1 + h % 3],
    p.about, 'active', h % 50 = 7, case when ${hasPhoto} then i end, case when ${hasPhoto} then 1 else 0 end,
    now() - interval '365 days' * (1 - i / ($1::int + 1.0)), current_date - h % 30, h / 64 % 10 = 0,
    (array['{long_term}','{long_term,dates}','{friendship}','{casual}','{}'])[1 + h / 64 % 5]::text[],
    (array['{en}','{en,nl}','{nl,fr}','{de}','{}'])[1 + h / 512 % 5]::text[], pool_of_host(null)
  from generate_series(1, $1::int) i
    cross join ${drawn}
    join bulk_places p on p.n = (hashint4(i) & 2147483647) % 1000`;

const insertGrants = `
  insert into ledger_entries (member_id, id, kind, credits, counter_account, balance, idempotency_key)
  overriding system value
  select i, i, 'demo_grant', $2::int, 'granted', $2::int, 'bulk' from generate_series(1, $1::int) i`;

// Odd messages go round-robin to the hot conversations, even ones round-robin to all. The two sides alternate
// as senders.
const insertMessages = `
  insert into messages (conversation_id, id, sender_id, client_id, kind, body, created_at)
  overriding system value
  select c, m, case when (m / 2) & 1 = 0 then c else c + $4::int / 2 end, gen_random_uuid(), 'text',
    (array['Hoi, hoe was je dag?', 'Lang, maar hij wordt net beter.', 'Zullen we een keer koffie drinken?', 'Graag, zaterdag kan ik.', 'Welke plaat moet ik vanavond opzetten?'])[1 + m % 5],
    now() - interval '150 days' * (1 - m / ($1::int + 1.0))
  from generate_series(1, $1::int) m
    cross join lateral (select 1 + case when m & 1 = 1 then (m / 2) % $3::int else (m / 2) % $2::int end as c) s`;

const insertConversations = `
  insert into conversations (id, member_low, member_high, last_message_id, last_message_at, created_at)
  overriding system value
  select c, c, c + $2::int / 2, coalesce(l.id, 0), coalesce(l.at, now() - interval '160 days'), now() - interval '160 days'
  from generate_series(1, $1::int) c
    left join (select conversation_id, max(id) as id, max(created_at) as at from messages group by 1) l on l.conversation_id = c`;

const insertParticipants = `
  insert into participants (member_id, conversation_id, other_id, unread, last_read_id, last_message_id, last_sender_id, last_kind, last_excerpt, last_sent_at)
  select case side when 0 then member_low else member_high end, c.id, case side when 0 then member_high else member_low end, 0, last_message_id, last_message_id,
    m.sender_id, m.kind, m.body, m.created_at
  from conversations c left join messages m on m.conversation_id = c.id and m.id = c.last_message_id, generate_series(0, 1) side`;

/** A thousand weighted places, each with a language and a profile text, which the members share. */
async function makePlaces(client: pg.ClientBase): Promise<void> {
  const chance = chanceOf('bulk places');
  const rows = Array.from({ length: 1000 }, (_, n) => {
    const country = chance.weighted(countryCodes.map((code) => [code, countryWeights[code]] as const));
    const language = countries[country].language;
    const own = texts[language];
    return {
      n,
      country,
      language,
      ...drawTown(chance, country),
      about: `${chance.pick(own.openings)} ${chance.pick(own.seeking)}`,
    };
  });
  await client.query(
    'create temp table bulk_places (n int primary key, country text, language text, region text, city text, lat real, lon real, about text) on commit drop',
  );
  await client.query(
    'insert into bulk_places select * from jsonb_to_recordset($1) as t (n int, country text, language text, region text, city text, lat real, lon real, about text)',
    [JSON.stringify(rows)],
  );
  await client.query('analyze bulk_places');
}

/**
 * Drops keys and indexes of the filled tables and disables their triggers, except the one that fills columns
 * of its own row. Returns the statements that restore them, in order.
 */
async function dropKeys(client: pg.ClientBase): Promise<[string, string][]> {
  const tables = [...filled];
  const { rows: constraints } = await client.query<{
    name: string;
    relation: string;
    definition: string;
    type: string;
  }>(
    `select conname as name, conrelid::regclass::text as relation, pg_get_constraintdef(oid) as definition, contype as type
     from pg_constraint
     where contype in ('p', 'u', 'f') and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  const { rows: triggers } = await client.query<{ relation: string; name: string }>(
    `select tgrelid::regclass::text as relation, tgname as name from pg_trigger where not tgisinternal and tgrelid = any($1::regclass[]) and tgname <> 'profiles_set_bits'`,
    [tables],
  );
  const keysLast = [...constraints].sort((a, b) => rank(a.type) - rank(b.type));
  for (const one of keysLast.toReversed())
    await client.query(`alter table ${one.relation} drop constraint ${one.name}`);
  for (const one of indexes) await client.query(`drop index ${one.name}`);
  for (const one of triggers) await client.query(`alter table ${one.relation} disable trigger ${one.name}`);
  return [
    ...keysLast
      .filter((one) => one.type !== 'f')
      .map((one): [string, string] => [
        one.name,
        `alter table ${one.relation} add constraint ${one.name} ${one.definition}`,
      ]),
    ...indexes.map((one): [string, string] => [one.name, one.definition]),
    ...keysLast
      .filter((one) => one.type === 'f')
      .map((one): [string, string] => [
        one.name,
        `alter table ${one.relation} add constraint ${one.name} ${one.definition}`,
      ]),
    ...triggers.map((one): [string, string] => [
      one.name,
      `alter table ${one.relation} enable trigger ${one.name}`,
    ]),
  ];
}

const rank = (type: string) => (type === 'p' ? 0 : type === 'u' ? 1 : 2);
