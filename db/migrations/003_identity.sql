-- Members: what only the member and the operators see. Their sessions, links and devices.

create table members (
  id bigint generated always as identity primary key,
  email text,                                    -- as typed; null for fictional and cam profiles
  email_key text unique,                         -- lower case; what makes an address one account
  password_hash text,
  status text not null default 'not_confirmed' check (status in ('not_confirmed', 'active', 'pending_deletion', 'banned', 'deleted')),
  language text not null,
  roles text[] not null default '{}',
  credits int not null default 0 constraint credits_not_negative check (credits >= 0),
  credit_debt int not null default 0 check (credit_debt >= 0),   -- charged back after being spent
  paid_user boolean not null default false,
  free_messages_used int not null default 0,
  conversations_started int not null default 0,  -- conversations the member has written in; deleting frees none
  spending_cap int,                              -- credits a month, set by the member
  notifications_disabled text[] not null default '{}',
  disabled_notification_reason text check (disabled_notification_reason in ('fbl', 'bounce', 'listunsubscribe')),
  time_zone text,
  next_time_zone text,                           -- counts from tomorrow
  signup_date timestamptz not null default app_now(),
  confirmed_at timestamptz,
  delete_requested_at timestamptz,
  delete_reason text,
  delete_remarks text,
  status_before_deletion text,
  host text,
  tracking jsonb,
  is_demo boolean not null default false,
  -- An address that has an account already gets an account without it: who signed up cannot tell. This is the address such an
  -- account was asked for; it logs in by it, and is never activated.
  shadow_email_key text,
  -- What a member spent in the current calendar month (UTC), kept on the row that every charge changes anyway, so that the
  -- member's own spending cap costs a send nothing. `spent_this_month()` reads it.
  spending_month date,
  spending_month_credits int not null default 0 check (spending_month_credits >= 0),
  welcome_ended_at timestamptz,                  -- when the welcome offer was first seen to be over: a clock that goes back opens none
  next_time_zone_at timestamptz,                 -- when it begins to count: the next midnight of the zone before it
  read_marks boolean not null default true,      -- whether others see what was read
  spending_paused_until timestamptz,             -- the member's own pause
  spending_pause_ends_early boolean not null default false -- its end was asked for, and the instant above moved accordingly
) with (fillfactor = 80);
create index members_pending_deletion on members (delete_requested_at) where status = 'pending_deletion'; -- the purge job
create index members_shadow_email_key on members (shadow_email_key, id desc) where shadow_email_key is not null; -- log-in

create table sessions (
  member_id bigint not null references members on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  user_agent text,
  primary key (member_id, token_hash)
);
create index sessions_expired on sessions (expires_at); -- the clean-up job

create table link_tokens (
  token_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  purpose text not null check (purpose in ('activate', 'reset_password', 'mail_change', 'reactivate', 'operator_login', 'invite', 'unsubscribe')),
  payload jsonb not null default '{}',
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_tokens_of_member on link_tokens (member_id, purpose, created_at); -- resend limits, invalidation

create table push_subscriptions (
  member_id bigint not null references members on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default app_now(),
  primary key (member_id, endpoint)
);
-- One browser gives its messages to one member: the newest who subscribed there.
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint);
