-- The rows that `store_messages` and `write_messages` hand on. A batch is an array of each: PostgreSQL turns one array of rows
-- into a set several times faster than a parallel array of each column.
drop function if exists write_messages;
drop function if exists store_messages;
drop type if exists message_draft, message_decision;

-- A message to store, by the names of OutgoingMessage in server/chat/store-messages.ts.
create type message_draft as (
  sender bigint, conversation bigint, profile bigint, "clientId" uuid, kind text, text text, gift text, image bigint,
  "intimateConfirmed" boolean, "replyTo" bigint, prompt text, photo bigint, likes boolean,
  price int, "freeMessages" int, "freeConversations" int, "ageCountries" text, "verificationRule" text);

-- The decision about a message. `code` is null if it is stored. `balance` and `free_used` are the sender's before the charge.
create type message_decision as (
  code text, recipient bigint, recipient_name text, recipient_paid boolean, recipient_fictional boolean, request text, about jsonb,
  charge int, is_free int, is_start int, balance int, sender_paid boolean, free_used int);
