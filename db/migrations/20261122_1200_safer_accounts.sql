-- What keeps an account its owner's: a push subscription lives and dies with the session that made it, a signup is repeated only by
-- the browser that sent it, and consent is recorded with its version and time.

alter table push_subscriptions add column session_hash bytea;
update push_subscriptions p set session_hash = (
  select s.token_hash from sessions s where s.member_id = p.member_id order by s.last_used_at desc limit 1);
delete from push_subscriptions where session_hash is null; -- nobody is logged in there any more
alter table push_subscriptions
  add foreign key (member_id, session_hash) references sessions (member_id, token_hash) on delete cascade;
create index push_subscriptions_session on push_subscriptions (member_id, session_hash); -- ending a session

alter table members
  add column signup_key uuid, -- of the form that made the account: a call whose answer was lost is repeated with it
  add column intimate_consent_version text, -- of the words that a member agreed to, about intimate data (GDPR, article 9)
  add column intimate_consent_at timestamptz;
