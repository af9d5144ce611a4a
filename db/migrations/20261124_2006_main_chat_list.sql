-- The first page of a member with thousands of archived conversations reads none of them.
create index participants_main on participants (member_id, last_message_id desc) where not hidden and not archived;
