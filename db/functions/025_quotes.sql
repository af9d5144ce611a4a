-- The beginning of a message, as lists of conversations and quotes show it.
create or replace function excerpt_of(in_text text) returns text language sql immutable parallel safe as $$
  select left(in_text, 160)
$$;

-- The quote of a reply to a message of the same conversation. An erased message leaves its id.
create or replace function quote_of(in_conversation bigint, in_message bigint) returns json
language plpgsql stable as $$
begin
  return coalesce(
    (select json_build_object('id', q.id, 'sender', q.sender_id, 'kind', q.kind, 'text', excerpt_of(q.body))
      from messages_at(in_conversation, in_message) q),
    json_build_object('id', in_message, 'sender', null, 'kind', 'deleted', 'text', null));
end $$;
