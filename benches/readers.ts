import pg from 'pg';

export interface Readers {
  members: number[];
  admirers: number[];
  talkers: number[];
  conversation: number;
}

const COUNT = 16;
const CONVERSATIONS = 120;
const LIKES = 200;
/** Messages of the long conversation (docs/product.md 15.3). */
export const LONG = 1_000_000;

export async function readersOf(url: string, bulkMembers: number): Promise<Readers> {
  // In the bulk data, the first and third quarters of the members have conversations with each other
  // (seeds/bulk.ts).
  const first = Math.floor(bulkMembers / 4) + 1;
  const members = Array.from({ length: COUNT }, (_, i) => first + i);
  const talkers = [first + COUNT, first + COUNT + 1];
  const others = first + COUNT + 2;
  if (others + LIKES + COUNT > bulkMembers / 2) throw new Error('The reads need at least 2,000 members.');
  const client = new pg.Client(url);
  await client.connect();
  try {
    const admirers = await listedFrom(client, others + LIKES, COUNT);
    const known = await conversationOf(client, talkers);
    const conversation = known ?? (await prepare(client, { members, admirers, talkers }, others));
    return { members, admirers, talkers, conversation };
  } finally {
    await client.end();
  }
}

async function listedFrom(client: pg.Client, id: number, count: number): Promise<number[]> {
  const { rows } = await client.query(
    "select id from profiles where id >= $1 and listed and kind = 'member' order by id limit $2",
    [id, count],
  );
  return rows.map((row) => Number(row.id));
}

async function conversationOf(client: pg.Client, [low, high]: number[]): Promise<number | null> {
  const { rows } = await client.query(
    'select id from conversations where member_low = $1 and member_high = $2',
    [low, high],
  );
  return rows.length > 0 ? Number(rows[0].id) : null;
}

async function prepare(
  client: pg.Client,
  { members, admirers, talkers }: Omit<Readers, 'conversation'>,
  others: number,
): Promise<number> {
  const began = performance.now();
  await client.query('begin');
  await client.query('set local statement_timeout = 0');
  await client.query('set local synchronous_commit = off');
  await client.query(
    `insert into likes (liker_id, liked_id, like_new) select o, m, o % 2 = 0 from unnest($1::bigint[]) m, generate_series($2::bigint, $2::bigint + $3 - 1) o`,
    [members, others, LIKES],
  );
  await client.query(
    'insert into likes (liker_id, liked_id) select * from unnest($1::bigint[], $2::bigint[])',
    [admirers, members],
  );
  await client.query(
    `insert into conversations (member_low, member_high) select m, o from unnest($1::bigint[]) m, generate_series($2::bigint, $2::bigint + $3 - 1) o`,
    [members, others, CONVERSATIONS],
  );
  const { rows } = await client.query(
    'insert into conversations (member_low, member_high) values ($1, $2) returning id',
    talkers,
  );
  const conversation = Number(rows[0].id);
  await client.query(
    `insert into messages (conversation_id, sender_id, client_id, kind, body, created_at)
       select c.id, c.member_high, gen_random_uuid(), 'text', 'Hoi, hoe was je dag?', now() - n * interval '1 hour'
       from conversations c, generate_series(3, 1, -1) n where c.member_low = any($1::bigint[]) and c.member_high >= $2`,
    [members, others],
  );
  await client.query(
    `insert into messages (conversation_id, sender_id, client_id, kind, body, created_at)
       select $1, ($2::bigint[])[1 + n % 2], gen_random_uuid(), 'text', 'Zullen we een keer koffie drinken?', now() - (($3 - n) * interval '10 seconds')
       from generate_series(1, $3::int) n`,
    [conversation, talkers, LONG],
  );
  await client.query(
    `with newest as (
       select c.id, c.member_low, c.member_high, max(m.id) as message, max(m.created_at) as at
         from conversations c join messages m on m.conversation_id = c.id
         where c.id = $1 or (c.member_low = any($2::bigint[]) and c.member_high >= $3) group by c.id
     ), touched as (
       update conversations c set last_message_id = n.message, last_message_at = n.at from newest n where c.id = n.id
     )
     insert into participants (member_id, conversation_id, other_id, unread, last_read_id, last_message_id, last_sender_id, last_kind, last_excerpt, last_sent_at)
       select side.member, n.id, side.other, side.unread, 0, n.message, m.sender_id, m.kind, m.body, m.created_at from newest n
       join messages m on m.conversation_id = n.id and m.id = n.message
       cross join lateral (values (n.member_low, n.member_high, case when n.id <> $1 and n.id % 3 = 0 then 1 else 0 end), (n.member_high, n.member_low, 0)) side (member, other, unread)`,
    [conversation, members, others],
  );
  await client.query('commit');
  for (const table of ['likes', 'conversations', 'messages', 'participants'])
    await client.query(`vacuum analyze ${table}`);
  console.log(`Prepared the readers in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  return conversation;
}
