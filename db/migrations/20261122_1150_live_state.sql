-- A streaming replica cannot read an unlogged table, and search runs there.
alter table presence set logged;

-- The last message as the list of conversations shows it, on each side's own row: the list is one range of one table.
alter table participants
  add column last_sender_id bigint,
  add column last_kind text,
  add column last_excerpt text,                 -- the beginning of a text; null for everything else
  add column last_sent_at timestamptz;
update participants p set last_sender_id = m.sender_id, last_kind = m.kind, last_excerpt = left(m.body, 160), last_sent_at = m.created_at
  from messages m where m.conversation_id = p.conversation_id and m.id = p.last_message_id;

-- Sides go with their conversation by the trigger, which knows both by key. The foreign key read the whole table to find them.
alter table participants drop constraint participants_conversation_id_fkey;
drop trigger conversations_delete_messages on conversations;
drop function delete_messages_of_conversation();
create function delete_rest_of_conversation() returns trigger language plpgsql as $$
begin
  delete from participants where conversation_id = old.id and member_id in (old.member_low, old.member_high);
  delete from messages where conversation_id = old.id;
  return null;
end $$;
create trigger conversations_delete_rest after delete on conversations for each row execute function delete_rest_of_conversation();
