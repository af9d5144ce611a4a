-- A repeat finds the first by the sender's client_id. The conversation comes last: with it in front, the planner would rather
-- read the whole conversation by the primary key, since a conversation has few messages on average (1,000,000 in the longest).
drop index messages_client_id;
create unique index messages_client_id on messages (sender_id, client_id, conversation_id);
