-- Reads of the tables that a cluster distributes (docs/operate/scale.md), for statements that also read other tables, which
-- a cluster refuses to join with them. PostgreSQL inlines these functions into such a statement, so they cost nothing and
-- use every index. On a cluster db/cluster/003_distributed_reads.sql replaces them: each call is then a statement on one node.

-- A member's sides of all conversations.
create or replace function sides_of(in_member bigint) returns setof participants language sql stable parallel safe as $$
  select * from participants where member_id = in_member
$$;

-- Those with unread messages.
create or replace function unread_sides_of(in_member bigint) returns setof participants language sql stable parallel safe as $$
  select * from participants where member_id = in_member and unread > 0
$$;

-- A member's side of a conversation.
create or replace function side_of(in_member bigint, in_conversation bigint) returns setof participants language sql stable parallel safe as $$
  select * from participants where member_id = in_member and conversation_id = in_conversation
$$;

-- A member's side of the conversation with another member.
create or replace function side_with(in_member bigint, in_other bigint) returns setof participants language sql stable parallel safe as $$
  select * from participants where member_id = in_member and other_id = in_other
$$;

create or replace function message_of(in_conversation bigint, in_message bigint) returns table (message messages, version xid)
language sql stable parallel safe as $$
  select m, m.xmin from messages m where m.conversation_id = in_conversation and m.id = in_message
$$;

-- The message that was stored with a client's id before. `+ 0` keeps the planner from reading the whole conversation by the
-- primary key; the index messages_client_id finds one row.
create or replace function repeats_of(in_conversation bigint, in_sender bigint, in_client_id uuid) returns setof bigint language sql stable parallel safe as $$
  select id from messages where sender_id = in_sender and client_id = in_client_id and conversation_id + 0 = in_conversation
$$;

-- The newest messages of a conversation between two ids and not older than some days, newest first.
create or replace function message_page(in_conversation bigint, in_before bigint, in_above bigint, in_days int, in_limit int)
returns table (conversation_id bigint, id bigint, version xid, image_id bigint, reply_to_id bigint)
language sql stable parallel safe as $$
  select conversation_id, id, xmin, image_id, reply_to_id from messages
    where conversation_id = in_conversation and id < in_before and id > in_above
      and created_at > (select app_now() - in_days * interval '1 day')
    order by id desc limit in_limit
$$;

-- The profiles that a member viewed.
create or replace function views_of(in_member bigint) returns setof profile_views language sql stable parallel safe as $$
  select * from profile_views where member_id = in_member
$$;

create or replace function swipes_of(in_member bigint) returns setof swipe_choices language sql stable parallel safe as $$
  select * from swipe_choices where member_id = in_member
$$;

-- The messages of a conversation above an id.
create or replace function messages_after(in_conversation bigint, in_above bigint) returns setof messages language sql stable parallel safe as $$
  select * from messages where conversation_id = in_conversation and id > in_above
$$;

create or replace function messages_before(in_conversation bigint, in_below bigint) returns setof messages language sql stable parallel safe as $$
  select * from messages where conversation_id = in_conversation and id < in_below
$$;

-- The message that an image was sent with. A cluster asks every node: its column says nothing of images.
create or replace function messages_with(in_image bigint) returns setof messages language sql stable parallel safe as $$
  select * from messages where image_id = in_image
$$;

-- A member's message by the id that the client gave it.
create or replace function messages_by_client(in_sender bigint, in_client_id uuid) returns setof messages language sql stable parallel safe as $$
  select * from messages where sender_id = in_sender and client_id = in_client_id
$$;

create or replace function entries_of(in_member bigint) returns setof ledger_entries language sql stable parallel safe as $$
  select * from ledger_entries where member_id = in_member
$$;

create or replace function entry_with(in_member bigint, in_key text) returns setof ledger_entries language sql stable parallel safe as $$
  select * from ledger_entries where member_id = in_member and idempotency_key = in_key
$$;

-- A message that is in one of these conversations.
create or replace function messages_among(in_conversations bigint[], in_message bigint) returns setof messages language sql stable parallel safe as $$
  select * from messages where conversation_id = any (in_conversations) and id = in_message
$$;

create or replace function messages_at(in_conversation bigint, in_message bigint) returns setof messages language sql stable parallel safe as $$
  select * from messages where conversation_id = in_conversation and id = in_message
$$;

-- Messages of a conversation with their versions.
create or replace function messages_in(in_conversation bigint, in_messages bigint[]) returns table (message messages, version xid)
language sql stable parallel safe as $$
  select m, m.xmin from messages m where m.conversation_id = in_conversation and m.id = any (in_messages)
$$;
