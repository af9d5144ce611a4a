-- An address that has an account already gets an account without it: who signed up cannot tell (security.md, "enumeration").
-- `shadow_email_key` is the address such an account was asked for; it logs in by it, and is never activated.
alter table members add column shadow_email_key text;
create index members_shadow_email_key on members (shadow_email_key, id desc) where shadow_email_key is not null; -- log-in

-- One browser gives its messages to one member: the newest who subscribed there.
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint);

-- Who was purged, as a bare number: a restored backup deletes them again.
create table purged_members (
  member_id bigint primary key,
  purged_at timestamptz not null default app_now()
);
