import type pg from 'pg';

/** Inserts a conversation in which a member's first message waits for a fictional profile, and returns its id. */
export async function waitingConversation(
  database: pg.Client,
  {
    member,
    profile,
    text,
    minutes,
  }: {
    member: number;
    profile: number;
    text: string;
    /** For how long the message has waited. */
    minutes: number;
  },
): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `with conversation as (
       insert into conversations (member_low, member_high) values (least($1::bigint, $2::bigint), greatest($1::bigint, $2::bigint)) returning id),
     sent as (
       insert into messages (conversation_id, sender_id, client_id, kind, body)
       select id, $1, gen_random_uuid(), 'text', $3 from conversation returning id, conversation_id),
     sides as (
       insert into participants (member_id, other_id, conversation_id, last_message_id)
       select side.own, side.other, sent.conversation_id, sent.id
       from sent, (values ($1::bigint, $2::bigint), ($2::bigint, $1::bigint)) side (own, other))
     insert into unanswered (conversation_id, profile_id, member_id, first_message_id, since)
     select conversation_id, $2, $1, id, app_now() - $4 * interval '1 minute' from sent returning conversation_id as id`,
    [member, profile, text, minutes],
  );
  return Number(rows[0]?.id);
}
