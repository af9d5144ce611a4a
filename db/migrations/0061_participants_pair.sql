-- The pair turned round. With the member in front, the planner took this index as gladly as the primary key for "this member's
-- side of this conversation", and then read all conversations of a member who has thousands, since most have few.
drop index participants_pair;
create unique index participants_pair on participants (other_id, member_id); -- conversation with a profile
