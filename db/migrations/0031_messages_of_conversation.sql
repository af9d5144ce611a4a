-- A conversation that goes takes its messages along. Not a foreign key, which would cost every send a look-up.
create function delete_messages_of_conversation() returns trigger language plpgsql as $$
begin
  delete from messages where conversation_id = old.id;
  return null;
end $$;
create trigger conversations_delete_messages after delete on conversations for each row execute function delete_messages_of_conversation();
create index messages_by_age on messages using brin (created_at); -- the retention job
create index chat_images_by_age on chat_images (created_at); -- images that nobody sent
