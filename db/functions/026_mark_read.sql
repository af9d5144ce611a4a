-- Marks a member's conversation as read (server/chat/mark-read.ts). No row if there was nothing unread and no mark.
drop function if exists mark_read;
create function mark_read(in_member bigint, in_conversation bigint)
returns table (other_id bigint, read_to bigint, other_sees boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  side participants;
  is_receipt boolean;
begin
  select * into side from participants
    where member_id = in_member and conversation_id = in_conversation and (unread > 0 or marked_unread) for update;
  if not found then return; end if;
  select side.unread > 0 and me.read_marks, side.unread > 0 and other.paid_user and other.read_marks and me.read_marks
    into is_receipt, other_sees
    from members me, members other where me.id = in_member and other.id = side.other_id;
  update participants set unread = 0, marked_unread = false,
      last_read_id = case when is_receipt then last_message_id else last_read_id end
    where member_id = in_member and conversation_id = in_conversation;
  other_id := side.other_id;
  read_to := side.last_message_id;
  return next;
end $$;
