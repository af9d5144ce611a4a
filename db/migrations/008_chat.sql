-- Conversations, their two sides, messages, and the images in them.

create table conversations (
  id bigint generated always as identity primary key,
  member_low bigint not null,
  member_high bigint not null check (member_low < member_high),
  last_message_id bigint not null default 0,
  last_message_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  unique (member_low, member_high)               -- one conversation a pair
) with (fillfactor = 70);

-- One row for each side of a conversation.
create table participants (
  member_id bigint not null,
  conversation_id bigint not null references conversations on delete cascade,
  other_id bigint not null,
  unread int not null default 0 check (unread >= 0),
  last_read_id bigint not null default 0,
  last_message_id bigint not null default 0,     -- newest message this side can see
  cleared_to_id bigint not null default 0,       -- DELETE chat hides all up to here
  hidden boolean not null default false,         -- removed from the list until a new message comes
  messages_sent int not null default 0,
  credits_spent int not null default 0,
  primary key (member_id, conversation_id)
) with (fillfactor = 70);
create index participants_list on participants (member_id, last_message_id desc) include (conversation_id) where not hidden; -- chats.php
create index participants_unread on participants (member_id) where unread > 0; -- badge
-- Conversation with a profile. With the member in front, the planner took this index as gladly as the primary key for "this
-- member's side of this conversation", and then read all conversations of a member who has thousands, since most have few.
create unique index participants_pair on participants (other_id, member_id);

create table messages (
  conversation_id bigint not null,
  id bigint generated always as identity,
  sender_id bigint not null,
  client_id uuid not null,
  kind text not null check (kind in ('text', 'image', 'gift', 'deleted')),
  body text,
  image_id bigint,
  gift text,
  credits int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (conversation_id, id)
);
-- A repeat finds the first by the sender's client_id. The conversation comes last: with it in front, the planner would rather
-- read the whole conversation by the primary key, since a conversation has few messages on average (1,000,000 in the longest).
create unique index messages_client_id on messages (sender_id, client_id, conversation_id);
create index messages_of_image on messages (image_id) where image_id is not null; -- after screening; images nobody sent
create index messages_by_age on messages using brin (created_at); -- the retention job

-- A conversation that goes takes its messages along. Not a foreign key, which would cost every send a look-up.
create function delete_messages_of_conversation() returns trigger language plpgsql as $$
begin
  delete from messages where conversation_id = old.id;
  return null;
end $$;
create trigger conversations_delete_messages after delete on conversations for each row execute function delete_messages_of_conversation();

-- An image waits for its screening; a person looks when it is flagged.
create table chat_images (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  client_id uuid not null,
  storage_key text not null,
  width int not null,
  height int not null,
  status text not null default 'inspecting' check (status in ('inspecting', 'active', 'refused')),
  created_at timestamptz not null default app_now(),
  formats text[] not null default '{webp}',
  fingerprint bigint,
  flagged boolean not null default false,
  decided_at timestamptz,
  decided_by bigint,
  unique (member_id, client_id)
);
create index chat_images_waiting on chat_images (id) where status = 'inspecting'; -- screening, and the queue of the flagged
create index chat_images_refused on chat_images (fingerprint) where status = 'refused'; -- known bad images
create index chat_images_by_age on chat_images (created_at); -- images that nobody sent

create table fictional_acknowledgements (
  member_id bigint not null references members on delete cascade,
  profile_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (member_id, profile_id)
);
