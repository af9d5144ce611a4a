-- The tables of the main job. Columns that distribute a growing table (the member, or the conversation) lead its primary key.

create function app_now() returns timestamptz language sql stable parallel safe as $$ select now() $$;

-- ── Site settings ────────────────────────────────────────────────────────────
create table companies (
  id int primary key,
  name text not null,
  address text not null,
  city text not null,
  country text not null,
  kvk text,
  tradenames text[] not null default '{}',
  vat_numbers text[] not null default '{}',
  support_phone text,
  delete_discount int,
  added timestamptz not null
);

-- A site is a host name; '*' is the default site. Settings absent from `overrides` have the defaults of the code.
create table sites (
  host text primary key,
  company_id int not null references companies,
  overrides jsonb not null default '{}'
);

-- ── Accounts: what only the member and the operator see ─────────────────────
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
  is_demo boolean not null default false
) with (fillfactor = 80);
create index members_pending_deletion on members (delete_requested_at) where status = 'pending_deletion'; -- the purge job

-- ── Profiles: what others may see. Same id as the member. ───────────────────
create table profiles (
  id bigint primary key references members on delete cascade,
  kind text not null default 'member' check (kind in ('member', 'fictional', 'cam')),
  cam_variant text check (cam_variant in ('cam', 'resell')),
  cam_url text,
  name text not null,
  gender text not null check (gender in ('male', 'female')),
  gender_sought text check (gender_sought in ('male', 'female')),
  date_of_birth date not null,
  birth_year smallint generated always as (extract(year from date_of_birth)::smallint) stored,
  sexuality text check (sexuality in ('hetero', 'gay', 'lesbian', 'bi')),
  country text not null,
  region text,                                   -- id of contract/regions.ts
  city text,
  lat real, lon real,                            -- city centre, never the member's own position
  interests text[] not null default '{}',
  hair_color text, eye_color text, body_type text, relationship_status text, tattoos text,
  about text,
  status text not null default 'disabled' check (status in ('active', 'disabled')),
  invisible boolean not null default false,
  -- Who may be found at all: the one column that search, counts, likes, swipe, sitemap and mail go by.
  listed boolean generated always as (status = 'active' and not invisible) stored,
  main_photo_id bigint,
  num_photos int not null default 0,             -- active photos that are not private
  created_at timestamptz not null default app_now()
) with (fillfactor = 85);
-- members.php, newest first: one range for each birth year in question, merged
create index profiles_search on profiles (country, gender, birth_year, id desc) where listed;
create index profiles_search_region on profiles (country, region, gender, birth_year, id desc) where listed;
create index profiles_search_all_ages on profiles (country, gender, id desc) where listed;
create index profiles_fictional on profiles (kind, gender, country) where kind <> 'member'; -- auto-like, cam tiles

-- Presence changes all the time and is kept out of the wide tables and indexes.
create unlogged table presence (
  member_id bigint primary key,
  last_active timestamptz not null
) with (fillfactor = 60);

-- ── Sessions, links, limits ──────────────────────────────────────────────────
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

-- ── Photos ───────────────────────────────────────────────────────────────────
create table photos (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  storage_key text not null,                     -- folder of the files; demo members may share one
  width int not null,
  height int not null,
  formats text[] not null default '{webp}',
  private boolean not null default false,
  status text not null default 'inspecting' check (status in ('inspecting', 'active', 'refused')),
  refusal_reason text,
  position int not null default 0,
  client_id uuid,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by bigint,
  unique (member_id, client_id)
);
create index photos_of_member on photos (member_id, position, id);
create index photos_waiting on photos (id) where status = 'inspecting'; -- the inspection queue
alter table profiles add constraint profiles_main_photo foreign key (main_photo_id) references photos on delete set null;

-- ── Blocks, likes ────────────────────────────────────────────────────────────
create table blocks (
  blocker_id bigint not null references members on delete cascade,
  blocked_id bigint not null references members on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (blocker_id, blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id, blocker_id); -- who must not be shown to me

create table likes (
  liker_id bigint not null references members on delete cascade,
  liked_id bigint not null references members on delete cascade,
  id bigint generated always as identity,        -- order of the lists
  like_new boolean not null default true,        -- cleared when the liked one opens the liker's profile
  created_at timestamptz not null default app_now(),
  primary key (liker_id, liked_id)
);
create index likes_received on likes (liked_id, id desc) include (liker_id, like_new);
create index likes_sent on likes (liker_id, id desc) include (liked_id);
create index likes_new on likes (liked_id) where like_new; -- badge

create table swipe_choices (
  member_id bigint not null references members on delete cascade,
  profile_id bigint not null,
  liked boolean not null,
  day date not null,                             -- the member's own calendar day
  created_at timestamptz not null default app_now(),
  primary key (member_id, profile_id)
);
create table swipe_days (
  member_id bigint not null references members on delete cascade,
  day date not null,
  likes_used int not null check (likes_used >= 0),
  primary key (member_id, day)
);

-- ── Chat ─────────────────────────────────────────────────────────────────────
create table conversations (
  id bigint generated always as identity primary key,
  member_low bigint not null,
  member_high bigint not null check (member_low < member_high),
  last_message_id bigint not null default 0,
  last_message_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  unique (member_low, member_high)               -- one conversation a pair
) with (fillfactor = 70);

-- One row for each side of a conversation.
create table participants (
  member_id bigint not null,
  conversation_id bigint not null references conversations on delete cascade,
  other_id bigint not null,
  unread int not null default 0 check (unread >= 0),
  last_read_id bigint not null default 0,
  last_message_id bigint not null default 0,     -- newest message this side can see
  cleared_to_id bigint not null default 0,       -- DELETE chat hides all up to here
  hidden boolean not null default false,         -- removed from the list until a new message comes
  messages_sent int not null default 0,
  credits_spent int not null default 0,
  primary key (member_id, conversation_id)
) with (fillfactor = 70);
create index participants_list on participants (member_id, last_message_id desc) include (conversation_id) where not hidden; -- chats.php
create index participants_unread on participants (member_id) where unread > 0; -- badge
create unique index participants_pair on participants (member_id, other_id); -- conversation with a profile

create table messages (
  conversation_id bigint not null,
  id bigint generated always as identity,
  sender_id bigint not null,
  client_id uuid not null,
  kind text not null check (kind in ('text', 'image', 'gift', 'deleted')),
  body text,
  image_id bigint,
  gift text,
  credits int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (conversation_id, id)
);
create unique index messages_client_id on messages (conversation_id, sender_id, client_id); -- a repeat finds the first

create table chat_images (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  client_id uuid not null,
  storage_key text not null,
  width int not null,
  height int not null,
  status text not null default 'inspecting' check (status in ('inspecting', 'active', 'refused')),
  created_at timestamptz not null default app_now(),
  unique (member_id, client_id)
);

create table fictional_acknowledgements (
  member_id bigint not null references members on delete cascade,
  profile_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (member_id, profile_id)
);

-- ── The ledger: append-only, double entry ────────────────────────────────────
-- A row moves `credits` between the member's account and a house account: positive gives to the member and takes from
-- `counter_account`, negative the reverse, so that each row nets to zero. Nothing updates or deletes a row.
create table ledger_entries (
  member_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('signup', 'purchase', 'message', 'image', 'gift', 'refund', 'chargeback', 'debt', 'operator_grant', 'demo_grant')),
  credits int not null check (credits <> 0),
  counter_account text not null check (counter_account in ('sales', 'spent', 'granted', 'debt')),
  balance int not null check (balance >= 0),     -- the member's after this row
  idempotency_key text not null,
  payment_id uuid,
  conversation_id bigint,
  message_id bigint,
  other_id bigint,                               -- with whom
  created_at timestamptz not null default app_now(),
  primary key (member_id, id),
  unique (member_id, idempotency_key)
);
create function refuse_change() returns trigger language plpgsql as $$
begin raise exception 'ledger entries are never changed'; end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries for each statement execute function refuse_change();

-- ── Payments ─────────────────────────────────────────────────────────────────
create table packages (
  id int primary key,
  credits int not null check (credits > 0),
  popular boolean not null default false,
  position int not null default 0,
  active boolean not null default true
);
create table package_prices (
  package_id int not null references packages,
  currency text not null,
  price_cents int not null check (price_cents > 0),
  old_price_cents int,
  primary key (package_id, currency)
);

create table discount_codes (
  code text primary key,                         -- upper case
  country text,
  member_id bigint references members on delete cascade,
  expires timestamptz,
  value_percentage int not null check (value_percentage between 1 and 100),
  currency text,
  minimum_order_cents int,
  status text not null default 'active' check (status in ('active', 'used', 'expired', 'disabled')),
  validity text not null default 'once-per-user' check (validity in ('once', 'once-per-user', 'unlimited')),
  paymentmethods text[],
  created_at timestamptz not null default app_now()
);

create table payments (
  id uuid primary key,
  member_id bigint not null,
  package_id int references packages,
  credits int not null,
  amount_cents int not null check (amount_cents >= 0),        -- what is paid, costs included
  costs_cents int not null default 0,
  currency text not null,
  country text not null,
  vat_percentage numeric(4, 1) not null default 0,
  discount_code text,
  discount_cents int not null default 0,
  method text not null,
  gateway text not null,
  gateway_reference text,
  redirect_url text,
  recurring boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'cancelled')),
  charged_back_at timestamptz,
  refunded_at timestamptz,
  idempotency_key uuid not null,
  return_to text,
  consent_at timestamptz,
  details jsonb not null default '{}',
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  next_poll_at timestamptz,
  unique (member_id, idempotency_key)
);
create unique index payments_reference on payments (gateway, gateway_reference) where gateway_reference is not null;
create index payments_of_member on payments (member_id, created_at desc, id);
create index payments_to_poll on payments (next_poll_at) where status = 'pending'; -- the poller

-- A once-per-user code is used by the completed payment that holds this key.
create table discount_uses (
  member_id bigint not null,
  code text not null,
  payment_id uuid not null references payments,
  created_at timestamptz not null default app_now(),
  primary key (member_id, code)
);

create table stored_cards (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  gateway text not null,
  token text not null,
  brand text not null,
  last4 text not null,
  created_at timestamptz not null default app_now()
);
create index stored_cards_of_member on stored_cards (member_id, id desc);

-- ── Complaints, tracking, audit ──────────────────────────────────────────────
create table complaints (
  id bigint generated always as identity primary key,
  reporter_id bigint,
  reporter_email text,
  profile_id bigint,
  message_id bigint,
  photo_id bigint,
  category text not null,
  body text not null,
  evidence jsonb not null default '{}',
  status text not null default 'open' check (status in ('open', 'in_review', 'resolved', 'rejected')),
  created_at timestamptz not null default app_now(),
  decided_at timestamptz
);
create index complaints_of_reporter on complaints (reporter_id, id desc);

create table page_visits (
  id bigint generated always as identity primary key,
  lander text, slug text, network text, seconds_on_page int,
  created_at timestamptz not null default app_now()
);

create table audit_log (
  id bigint generated always as identity primary key,
  operator_id bigint not null,
  action text not null,
  member_id bigint,
  details jsonb not null default '{}',
  created_at timestamptz not null default app_now()
);

-- What would have left the house, outside production (mail, SMS, push).
create table outbox_items (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('mail', 'sms', 'push')),
  recipient text not null,
  subject text,
  body_text text,
  body_html text,
  links text[] not null default '{}',
  sent_at timestamptz not null default now()
);
create index outbox_items_of on outbox_items (recipient, id desc);

-- Secrets that the site makes for itself (push keys), where no variable gives them.
create table site_secrets (
  name text primary key,
  value text not null
);
