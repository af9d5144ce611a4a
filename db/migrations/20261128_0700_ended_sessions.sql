-- Sessions that were ended on purpose: by a logout, on another device, by a new password, by the office or with the
-- account. A browser that still has such a session's cookie clears what its member wrote; after a session that only
-- expired it keeps it (docs/product.md 8.2). The hash names no member, so a purge leaves it.
create table ended_sessions (
  token_hash bytea primary key,
  ended_at timestamptz not null default app_now()
);
create index ended_sessions_by_age on ended_sessions (ended_at); -- the clean-up job

create function note_ended_session() returns trigger language plpgsql as $$
begin
  if old.expires_at > app_now() then
    insert into ended_sessions (token_hash) values (old.token_hash) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger sessions_ended after delete on sessions for each row execute function note_ended_session();
