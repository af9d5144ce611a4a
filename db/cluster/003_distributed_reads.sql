-- On a cluster: the functions of db/functions/003_distributed_reads.sql, in PL/pgSQL. A statement that calls them names no
-- distributed table, so the coordinator plans it like any other. Citus cannot
-- read `xmin` by a generic plan: the version of a message is its revision there, and whether it cost anything, which changes without one.

-- A member's sides of all conversations.
create or replace function sides_of(in_member bigint) returns setof participants language plpgsql stable rows 50 as $$
#variable_conflict use_column
begin
  return query select * from participants where member_id = in_member;
end $$;

-- Those with unread messages.
create or replace function unread_sides_of(in_member bigint) returns setof participants language plpgsql stable rows 50 as $$
#variable_conflict use_column
begin
  return query select * from participants where member_id = in_member and unread > 0;
end $$;

-- A member's side of a conversation.
create or replace function side_of(in_member bigint, in_conversation bigint) returns setof participants language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select * from participants where member_id = in_member and conversation_id = in_conversation;
end $$;

-- A member's side of the conversation with another member.
create or replace function side_with(in_member bigint, in_other bigint) returns setof participants language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select * from participants where member_id = in_member and other_id = in_other;
end $$;

create or replace function message_of(in_conversation bigint, in_message bigint) returns table (message messages, version xid)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select m, ((m.revision::bigint * 2 + (m.credits > 0)::int)::text)::xid from messages m where m.conversation_id = in_conversation and m.id = in_message;
end $$;

-- The message that was stored with a client's id before.
create or replace function repeats_of(in_conversation bigint, in_sender bigint, in_client_id uuid) returns setof bigint language plpgsql stable rows 1 as $$
begin
  return query select id from messages where sender_id = in_sender and client_id = in_client_id and conversation_id = in_conversation;
end $$;

-- The newest messages of a conversation between two ids and not older than some days, newest first.
create or replace function message_page(in_conversation bigint, in_before bigint, in_above bigint, in_days int, in_limit int)
returns table (conversation_id bigint, id bigint, version xid, image_id bigint, reply_to_id bigint)
language plpgsql stable rows 50 as $$
#variable_conflict use_column
declare
  since constant timestamptz := app_now() - in_days * interval '1 day';
begin
  return query select m.conversation_id, m.id, ((m.revision::bigint * 2 + (m.credits > 0)::int)::text)::xid, m.image_id, m.reply_to_id from messages m
    where conversation_id = in_conversation and id < in_before and id > in_above
      and created_at > since
    order by id desc limit in_limit;
end $$;

-- The profiles that a member viewed.
create or replace function views_of(in_member bigint) returns setof profile_views language plpgsql stable rows 50 as $$
#variable_conflict use_column
begin
  return query select * from profile_views where member_id = in_member;
end $$;

create or replace function swipes_of(in_member bigint) returns setof swipe_choices language plpgsql stable rows 50 as $$
#variable_conflict use_column
begin
  return query select * from swipe_choices where member_id = in_member;
end $$;

-- The messages of a conversation above an id.
create or replace function messages_after(in_conversation bigint, in_above bigint) returns setof messages language plpgsql stable rows 50 as $$
#variable_conflict use_column
begin
  return query select * from messages where conversation_id = in_conversation and id > in_above;
end $$;

create or replace function messages_before(in_conversation bigint, in_below bigint) returns setof messages language plpgsql stable rows 50 as $$
begin
  return query select * from messages where conversation_id = in_conversation and id < in_below;
end $$;

-- The message that an image was sent with. A cluster asks every node: its column says nothing of images.
create or replace function messages_with(in_image bigint) returns setof messages language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select * from messages where image_id = in_image;
end $$;

-- A member's message by the id that the client gave it.
create or replace function messages_by_client(in_sender bigint, in_client_id uuid) returns setof messages language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select * from messages where sender_id = in_sender and client_id = in_client_id;
end $$;

create or replace function entries_of(in_member bigint) returns setof ledger_entries language plpgsql stable rows 50 as $$
#variable_conflict use_column
begin
  return query select * from ledger_entries where member_id = in_member;
end $$;

create or replace function entry_with(in_member bigint, in_key text) returns setof ledger_entries language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select * from ledger_entries where member_id = in_member and idempotency_key = in_key;
end $$;

-- A message that is in one of these conversations.
create or replace function messages_among(in_conversations bigint[], in_message bigint) returns setof messages language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select * from messages where conversation_id = any (in_conversations) and id = in_message;
end $$;

create or replace function messages_at(in_conversation bigint, in_message bigint) returns setof messages language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query select * from messages where conversation_id = in_conversation and id = in_message;
end $$;

-- Messages of a conversation with their versions.
create or replace function messages_in(in_conversation bigint, in_messages bigint[]) returns table (message messages, version xid)
language plpgsql stable rows 50 as $$
begin
  return query select m, ((m.revision::bigint * 2 + (m.credits > 0)::int)::text)::xid from messages m where m.conversation_id = in_conversation and m.id = any (in_messages);
end $$;
