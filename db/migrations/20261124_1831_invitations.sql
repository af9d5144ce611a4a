-- The office lists invitations, newest first.
create index link_tokens_invitations on link_tokens (created_at desc) where purpose = 'invite';
