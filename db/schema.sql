-- The database as the migrations and functions leave it, for reading: written by `npm run db:schema`, never by hand.

-- Types of rows

create type message_decision as (
  code text,
  recipient bigint,
  recipient_name text,
  recipient_paid boolean,
  recipient_fictional boolean,
  request text,
  about jsonb,
  charge integer,
  is_free integer,
  is_start integer,
  balance integer,
  sender_paid boolean,
  free_used integer
);

create type message_draft as (
  sender bigint,
  conversation bigint,
  profile bigint,
  "clientId" uuid,
  kind text,
  text text,
  gift text,
  image bigint,
  "intimateConfirmed" boolean,
  "replyTo" bigint,
  prompt text,
  photo bigint,
  likes boolean,
  price integer,
  "freeMessages" integer,
  "freeConversations" integer,
  "ageCountries" text,
  "verificationRule" text
);

-- Tables

create table account_holds (
  id bigint generated always as identity,
  member_id bigint not null,
  reason text not null,
  related_id bigint,
  created_at timestamp with time zone default app_now() not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  released boolean,
  evidence_folders text[] default '{}'::text[] not null,
  host text,
  purged_at timestamp with time zone,
  evidence_words text[] default '{}'::text[] not null,
  evidence_matches jsonb default '[]'::jsonb not null,
  release_asked_by bigint,
  rules jsonb default '[]'::jsonb not null,
  constraint account_holds_reason_check CHECK ((reason = ANY (ARRAY['banned_mail'::text, 'banned_mobile'::text, 'banned_bank_account'::text, 'banned_card'::text, 'banned_device'::text, 'banned_picture'::text, 'disposable_mail'::text, 'many_signups'::text, 'sign_up_rule'::text, 'minor_picture'::text, 'minor_words'::text, 'minor_document'::text, 'listed_picture'::text, 'minor_voice'::text]))),
  constraint account_holds_pkey PRIMARY KEY (id)
);
CREATE INDEX account_holds_evidence ON public.account_holds USING gin (evidence_folders) WHERE (evidence_folders <> '{}'::text[]);
CREATE UNIQUE INDEX account_holds_once ON public.account_holds USING btree (member_id, reason, COALESCE(related_id, (0)::bigint));
CREATE INDEX account_holds_waiting ON public.account_holds USING btree (member_id) WHERE (decided_at IS NULL);

create table acquaintance_contacts (
  import_id bigint not null,
  hash bytea not null,
  member_id bigint not null,
  constraint acquaintance_contacts_pkey PRIMARY KEY (import_id, hash),
  constraint acquaintance_contacts_import_id_fkey FOREIGN KEY (import_id) REFERENCES acquaintance_imports(id) ON DELETE CASCADE,
  constraint acquaintance_contacts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX acquaintance_contacts_by_hash ON public.acquaintance_contacts USING btree (hash, member_id, import_id);
CREATE INDEX acquaintance_contacts_of_member ON public.acquaintance_contacts USING btree (member_id, hash, import_id);

create table acquaintance_imports (
  id bigint generated always as identity,
  member_id bigint not null,
  client_id uuid not null,
  contacts integer not null,
  created_at timestamp with time zone default app_now() not null,
  removed_at timestamp with time zone,
  constraint acquaintance_imports_contacts_check CHECK ((contacts > 0)),
  constraint acquaintance_imports_pkey PRIMARY KEY (id),
  constraint acquaintance_imports_member_id_client_id_key UNIQUE (member_id, client_id),
  constraint acquaintance_imports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX acquaintance_imports_of_member ON public.acquaintance_imports USING btree (member_id, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX acquaintance_imports_removed ON public.acquaintance_imports USING btree (removed_at) WHERE (removed_at IS NOT NULL);

create table acquaintances (
  owner_id bigint not null,
  other_id bigint not null,
  constraint acquaintances_check CHECK ((owner_id <> other_id)),
  constraint acquaintances_pkey PRIMARY KEY (owner_id, other_id),
  constraint acquaintances_other_id_fkey FOREIGN KEY (other_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint acquaintances_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX acquaintances_of_other ON public.acquaintances USING btree (other_id, owner_id);

create table activities (
  member_id bigint not null,
  kind text not null,
  key text not null,
  id bigint generated always as identity,
  about_id bigint,
  details jsonb default '{}'::jsonb not null,
  unread boolean not null,
  created_at timestamp with time zone default app_now() not null,
  constraint activities_pkey PRIMARY KEY (member_id, kind, key),
  constraint activities_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX activities_about ON public.activities USING btree (about_id) WHERE (about_id IS NOT NULL);
CREATE INDEX activities_created ON public.activities USING brin (created_at);
CREATE INDEX activities_list ON public.activities USING btree (member_id, id DESC);
CREATE INDEX activities_unread ON public.activities USING btree (member_id, id DESC) WHERE unread;

create table age_check_pictures (
  check_id bigint not null,
  part text not null,
  sealed bytea not null,
  constraint age_check_pictures_part_check CHECK ((part = ANY (ARRAY['document'::text, 'selfie'::text]))),
  constraint age_check_pictures_pkey PRIMARY KEY (check_id, part),
  constraint age_check_pictures_check_id_fkey FOREIGN KEY (check_id) REFERENCES age_checks(id) ON DELETE CASCADE
);

create table age_checks (
  id bigint generated always as identity,
  member_id bigint not null,
  provider text not null,
  method text,
  state text default 'open'::text not null,
  reason text,
  reference text,
  started_at timestamp with time zone default app_now() not null,
  due_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  expires_at timestamp with time zone,
  sent_at timestamp with time zone,
  decided_by bigint,
  appeal_of bigint,
  appeal_text text,
  reminded_at timestamp with time zone,
  constraint age_checks_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint age_checks_check1 CHECK (((state = 'passed'::text) = (expires_at IS NOT NULL))),
  constraint age_checks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'passed'::text, 'failed'::text]))),
  constraint age_checks_pkey PRIMARY KEY (id),
  constraint age_checks_appeal_of_fkey FOREIGN KEY (appeal_of) REFERENCES age_checks(id) ON DELETE CASCADE,
  constraint age_checks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX age_checks_appeals ON public.age_checks USING btree (appeal_of) WHERE (appeal_of IS NOT NULL);
CREATE INDEX age_checks_member ON public.age_checks USING btree (member_id, id DESC);
CREATE UNIQUE INDEX age_checks_open ON public.age_checks USING btree (member_id) WHERE (state = 'open'::text);
CREATE INDEX age_checks_passed ON public.age_checks USING btree (member_id, expires_at) WHERE (state = 'passed'::text);
CREATE INDEX age_checks_queue ON public.age_checks USING btree (id) WHERE ((state = 'open'::text) AND (sent_at IS NOT NULL));
CREATE INDEX age_checks_reference ON public.age_checks USING btree (provider, reference) WHERE (reference IS NOT NULL);
CREATE INDEX age_checks_to_remind ON public.age_checks USING btree (expires_at) WHERE ((state = 'passed'::text) AND (reminded_at IS NULL));
CREATE INDEX age_checks_waiting ON public.age_checks USING btree (id) WHERE (state = 'open'::text);

create table alert_recipients (
  member_id bigint not null,
  constraint alert_recipients_pkey PRIMARY KEY (member_id),
  constraint alert_recipients_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table alerts (
  id bigint generated always as identity,
  rule text not null,
  subject text default ''::text not null,
  value integer not null,
  began_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  constraint alerts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX alerts_open ON public.alerts USING btree (rule, subject) WHERE (ended_at IS NULL);

create table announcement_sends (
  announcement_id bigint not null,
  member_id bigint not null,
  sent_at timestamp with time zone default app_now() not null,
  constraint announcement_sends_pkey PRIMARY KEY (announcement_id, member_id),
  constraint announcement_sends_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(id) ON DELETE CASCADE,
  constraint announcement_sends_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX announcement_sends_of ON public.announcement_sends USING btree (member_id);

create table announcements (
  id bigint generated always as identity,
  type text not null,
  texts jsonb not null,
  audience jsonb default '{}'::jsonb not null,
  starts_at timestamp with time zone default app_now() not null,
  status text default 'scheduled'::text not null,
  sent integer default 0 not null,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  client_id uuid,
  meant integer,
  mailed integer default 0 not null,
  pushed integer default 0 not null,
  dropped integer default 0 not null,
  constraint announcements_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'sending'::text, 'sent'::text, 'cancelled'::text]))),
  constraint announcements_type_check CHECK ((type = ANY (ARRAY['news'::text, 'promotions'::text, 'account'::text]))),
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_client_id_key UNIQUE (client_id)
);

create table api_tokens (
  id uuid not null,
  member_id bigint not null,
  name text not null,
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  sites text[],
  constraint api_tokens_sites_check CHECK ((cardinality(sites) > 0)),
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_token_hash_key UNIQUE (token_hash),
  constraint api_tokens_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX api_tokens_of_member ON public.api_tokens USING btree (member_id, created_at DESC);

create table appeals (
  id bigint generated always as identity,
  measure_id bigint,
  complaint_id bigint,
  member_id bigint,
  body text not null,
  state text default 'open'::text not null,
  note text,
  created_at timestamp with time zone default app_now() not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  round integer default 0 not null,
  contested_by bigint,
  constraint appeals_check CHECK (((measure_id IS NULL) <> (complaint_id IS NULL))),
  constraint appeals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text, 'reversed'::text]))),
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_complaint_id_round_key UNIQUE (complaint_id, round),
  constraint appeals_measure_id_key UNIQUE (measure_id),
  constraint appeals_complaint_id_fkey FOREIGN KEY (complaint_id) REFERENCES complaints(id),
  constraint appeals_measure_id_fkey FOREIGN KEY (measure_id) REFERENCES measures(id)
);
CREATE INDEX appeals_waiting ON public.appeals USING btree (id) WHERE (state = 'open'::text);

create table audit_log (
  id bigint generated always as identity,
  operator_id bigint not null,
  action text not null,
  member_id bigint,
  details jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default app_now() not null,
  object text,
  site text,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action text_pattern_ops, id DESC);
CREATE INDEX audit_log_by_member ON public.audit_log USING btree (member_id, id DESC) WHERE (member_id IS NOT NULL);
CREATE INDEX audit_log_by_operator ON public.audit_log USING btree (operator_id, id DESC);
CREATE INDEX audit_log_site ON public.audit_log USING btree (site, id DESC) WHERE (site IS NOT NULL);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_line();

create table auto_likes (
  member_id bigint not null,
  day date not null,
  profile_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint auto_likes_pkey PRIMARY KEY (member_id, day),
  constraint auto_likes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table banned_marks (
  id bigint generated always as identity,
  measure_id bigint not null,
  member_id bigint not null,
  kind text not null,
  hash bytea,
  fingerprint bigint,
  until timestamp with time zone not null,
  pdq bit(256),
  constraint banned_marks_check CHECK ((((kind = 'picture'::text) = (fingerprint IS NOT NULL)) AND ((hash IS NULL) = (fingerprint IS NOT NULL)))),
  constraint banned_marks_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'mobile'::text, 'bank_account'::text, 'card'::text, 'device'::text, 'picture'::text]))),
  constraint banned_marks_pkey PRIMARY KEY (id)
);
CREATE INDEX banned_marks_by_bands ON public.banned_marks USING gin (pdq_bands(pdq)) WITH (fastupdate=off) WHERE (pdq IS NOT NULL);
CREATE INDEX banned_marks_by_hash ON public.banned_marks USING btree (kind, hash) WHERE (hash IS NOT NULL);
CREATE INDEX banned_marks_of_measure ON public.banned_marks USING btree (measure_id);
CREATE INDEX banned_marks_of_pictures ON public.banned_marks USING btree (fingerprint) WHERE (fingerprint IS NOT NULL);
CREATE INDEX banned_marks_to_purge ON public.banned_marks USING btree (until);

create table block_addresses (
  hash bytea not null,
  member_id bigint not null,
  constraint block_addresses_pkey PRIMARY KEY (hash, member_id)
);
CREATE INDEX block_addresses_of_member ON public.block_addresses USING btree (member_id, hash);

create table blocks (
  blocker_id bigint not null,
  blocked_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  inherited boolean default false not null,
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX blocks_of_blocked ON public.blocks USING btree (blocked_id, blocker_id);
CREATE INDEX blocks_of_blocker ON public.blocks USING btree (blocker_id, created_at DESC, blocked_id DESC);

create table bulk_acts (
  operator_id bigint not null,
  id uuid not null,
  member_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint bulk_acts_pkey PRIMARY KEY (operator_id, id, member_id)
);
CREATE INDEX bulk_acts_of_member ON public.bulk_acts USING btree (member_id);
CREATE INDEX bulk_acts_old ON public.bulk_acts USING btree (created_at);

create table bulk_complaints (
  operator_id bigint not null,
  id uuid not null,
  complaint_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint bulk_complaints_pkey PRIMARY KEY (operator_id, id, complaint_id)
);
CREATE INDEX bulk_complaints_old ON public.bulk_complaints USING btree (created_at);

create table bulk_photos (
  operator_id bigint not null,
  id uuid not null,
  photo_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint bulk_photos_pkey PRIMARY KEY (operator_id, id, photo_id)
);
CREATE INDEX bulk_photos_old ON public.bulk_photos USING btree (created_at);

create table chat_images (
  id bigint generated always as identity,
  member_id bigint not null,
  client_id uuid not null,
  storage_key text,
  width integer not null,
  height integer not null,
  status text default 'inspecting'::text not null,
  created_at timestamp with time zone default app_now() not null,
  formats text[] default '{webp}'::text[] not null,
  fingerprint bigint,
  flagged boolean default false not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  intimate boolean,
  shown_at timestamp with time zone,
  refusal_reason text,
  album_of bigint,
  album_place smallint default 0 not null,
  view_once boolean default false not null,
  opened_at timestamp with time zone,
  opened_by bigint,
  opening uuid,
  kind text default 'image'::text not null,
  duration_ms integer,
  waveform text,
  listened_at timestamp with time zone,
  listened_told boolean default false not null,
  pdq bit(256),
  pdq_quality smallint,
  awaits_lists boolean default false not null,
  colour text,
  constraint chat_images_colour_check CHECK (((colour IS NULL) OR ((colour ~ '^[0-9a-f]{6}$'::text) AND (NOT view_once)))),
  constraint chat_images_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'voice'::text]))),
  constraint chat_images_of_voice CHECK (((kind = 'image'::text) OR ((duration_ms IS NOT NULL) AND (waveform IS NOT NULL)))),
  constraint chat_images_status_check CHECK ((status = ANY (ARRAY['inspecting'::text, 'active'::text, 'refused'::text, 'declined'::text]))),
  constraint chat_images_waveform_check CHECK ((waveform ~ '^[0-9a-f]{64}$'::text)),
  constraint chat_images_pkey PRIMARY KEY (id),
  constraint chat_images_member_id_client_id_key UNIQUE (member_id, client_id),
  constraint chat_images_album_of_fkey FOREIGN KEY (album_of) REFERENCES chat_images(id) ON DELETE SET NULL,
  constraint chat_images_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX chat_images_awaiting_lists ON public.chat_images USING btree (id) WHERE awaits_lists;
CREATE INDEX chat_images_by_age ON public.chat_images USING btree (created_at);
CREATE INDEX chat_images_folder ON public.chat_images USING btree (storage_key) WHERE (storage_key IS NOT NULL);
CREATE INDEX chat_images_of_album ON public.chat_images USING btree (album_of) WHERE (album_of IS NOT NULL);
CREATE INDEX chat_images_refused ON public.chat_images USING btree (fingerprint) WHERE (status = 'refused'::text);
CREATE INDEX chat_images_refused_by_bands ON public.chat_images USING gin (pdq_bands(pdq)) WITH (fastupdate=off) WHERE ((status = 'refused'::text) AND (pdq_quality >= 50));
CREATE INDEX chat_images_unhashed ON public.chat_images USING btree (id) WHERE ((pdq_quality IS NULL) AND (kind = 'image'::text) AND (storage_key IS NOT NULL));
CREATE INDEX chat_images_waiting ON public.chat_images USING btree (id) WHERE (status = 'inspecting'::text);

create table companies (
  id integer not null,
  name text not null,
  address text not null,
  city text not null,
  country text not null,
  kvk text,
  tradenames text[] default '{}'::text[] not null,
  vat_numbers text[] default '{}'::text[] not null,
  support_phone text,
  delete_discount integer,
  added timestamp with time zone not null,
  creditor_id text,
  legal_form text,
  represented_by text,
  register text,
  dispute_bodies jsonb default '{}'::jsonb not null,
  privacy_contacts jsonb default '{}'::jsonb not null,
  constraint companies_creditor_id_check CHECK ((creditor_id ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{3,31}$'::text)),
  constraint companies_pkey PRIMARY KEY (id)
);

create table complaints (
  id bigint generated always as identity,
  reporter_id bigint,
  reporter_email text,
  profile_id bigint,
  message_id bigint,
  photo_id bigint,
  category text not null,
  body text not null,
  evidence jsonb default '{}'::jsonb not null,
  status text default 'open'::text not null,
  created_at timestamp with time zone default app_now() not null,
  decided_at timestamp with time zone,
  client_id uuid,
  locale text,
  host text,
  evidence_folders text[] default '{}'::text[] not null,
  evidence_cleared_at timestamp with time zone,
  taken_by bigint,
  taken_at timestamp with time zone,
  decided_by bigint,
  outcome text,
  note text,
  round integer default 0 not null,
  reporter_name text,
  content_url text,
  desk_operator bigint,
  voice_intro_id bigint,
  is_unfounded boolean default false not null,
  trusted_flagger_id uuid,
  priority smallint generated always as (
CASE
    WHEN (trusted_flagger_id IS NOT NULL) THEN 0
    WHEN (desk_operator IS NOT NULL) THEN 1
    ELSE
    CASE category
        WHEN 'underage'::text THEN 1
        WHEN 'illegal_content'::text THEN 1
        WHEN 'harassment'::text THEN 2
        WHEN 'privacy'::text THEN 2
        WHEN 'fake_profile'::text THEN 3
        WHEN 'payment'::text THEN 3
        ELSE 4
    END
END) stored not null,
  constraint complaints_outcome_check CHECK ((outcome = ANY (ARRAY['content_removed'::text, 'account_closed'::text, 'warned'::text, 'suspended'::text, 'no_violation'::text, 'answered'::text]))),
  constraint complaints_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_review'::text, 'resolved'::text, 'rejected'::text]))),
  constraint complaints_pkey PRIMARY KEY (id)
);
CREATE INDEX complaints_about ON public.complaints USING btree (profile_id) WHERE (profile_id IS NOT NULL);
CREATE INDEX complaints_by_arrival ON public.complaints USING btree (created_at);
CREATE INDEX complaints_by_priority ON public.complaints USING btree (priority, id) WHERE (status = ANY (ARRAY['open'::text, 'in_review'::text]));
CREATE UNIQUE INDEX complaints_client_id ON public.complaints USING btree (reporter_id, client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX complaints_decided ON public.complaints USING btree (decided_at) WHERE ((decided_at IS NOT NULL) AND (evidence_cleared_at IS NULL));
CREATE INDEX complaints_folders ON public.complaints USING gin (evidence_folders) WHERE (evidence_folders <> '{}'::text[]);
CREATE INDEX complaints_of_category ON public.complaints USING btree (category, id DESC);
CREATE INDEX complaints_of_flagger ON public.complaints USING btree (trusted_flagger_id, created_at) WHERE (trusted_flagger_id IS NOT NULL);
CREATE INDEX complaints_of_priority ON public.complaints USING btree (priority, id);
CREATE INDEX complaints_of_reporter ON public.complaints USING btree (reporter_id, id DESC);
CREATE INDEX complaints_unfounded ON public.complaints USING btree (reporter_id, decided_at) WHERE is_unfounded;
CREATE INDEX complaints_waiting ON public.complaints USING btree (((category <> ALL (ARRAY['underage'::text, 'illegal_content'::text]))), id) WHERE (status = ANY (ARRAY['open'::text, 'in_review'::text]));

create table contact_conditions (
  member_id bigint not null,
  paused boolean default false not null,
  verified boolean default false not null,
  photo boolean default false not null,
  premium boolean default false not null,
  min_age smallint,
  max_age smallint,
  countries text[] default '{}'::text[] not null,
  daily_limit smallint,
  hidden_words text[] default '{}'::text[] not null,
  others text default 'requests'::text not null,
  counted_from timestamp with time zone default app_now() not null,
  counted integer default 0 not null,
  constraint contact_conditions_daily_limit_check CHECK ((daily_limit > 0)),
  constraint contact_conditions_others_check CHECK ((others = ANY (ARRAY['requests'::text, 'refused'::text]))),
  constraint contact_conditions_pkey PRIMARY KEY (member_id),
  constraint contact_conditions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table contact_marks (
  hash bytea not null,
  member_id bigint not null,
  constraint contact_marks_pkey PRIMARY KEY (hash, member_id),
  constraint contact_marks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX contact_marks_of_member ON public.contact_marks USING btree (member_id, hash);

create table conversations (
  id bigint generated always as identity,
  member_low bigint not null,
  member_high bigint not null,
  last_message_id bigint default 0 not null,
  last_message_at timestamp with time zone default app_now() not null,
  created_at timestamp with time zone default app_now() not null,
  constraint conversations_check CHECK ((member_low < member_high)),
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_member_low_member_high_key UNIQUE (member_low, member_high)
) with (fillfactor=70);
CREATE TRIGGER conversations_delete_rest AFTER DELETE ON public.conversations FOR EACH ROW EXECUTE FUNCTION delete_rest_of_conversation();

create table conversions (
  member_id bigint not null,
  event text not null,
  id uuid default gen_random_uuid() not null,
  network text,
  ref text,
  sub1 text,
  sub2 text,
  sub3 text,
  lander text,
  slug text,
  host text,
  payout_cents integer default 0 not null,
  currency text,
  occurred_at timestamp with time zone default app_now() not null,
  postback_state text default 'none'::text not null,
  postback_status integer,
  postback_at timestamp with time zone,
  constraint conversions_event_check CHECK ((event = ANY (ARRAY['signup'::text, 'activation'::text, 'first_purchase'::text]))),
  constraint conversions_postback_state_check CHECK ((postback_state = ANY (ARRAY['none'::text, 'waiting'::text, 'sent'::text, 'given_up'::text]))),
  constraint conversions_pkey PRIMARY KEY (member_id, event)
);
CREATE INDEX conversions_of_network ON public.conversions USING btree (network, occurred_at);

create table credit_changes (
  id uuid not null,
  member_id bigint not null,
  credits integer not null,
  reason text not null,
  state text not null,
  asked_by bigint not null,
  decided_by bigint,
  created_at timestamp with time zone default app_now() not null,
  settled_at timestamp with time zone,
  constraint credit_changes_credits_check CHECK ((credits <> 0)),
  constraint credit_changes_state_check CHECK ((state = ANY (ARRAY['approval'::text, 'done'::text, 'declined'::text]))),
  constraint credit_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX credit_changes_of_member ON public.credit_changes USING btree (member_id, created_at DESC);
CREATE INDEX credit_changes_of_operator ON public.credit_changes USING btree (asked_by, created_at);
CREATE INDEX credit_changes_waiting ON public.credit_changes USING btree (created_at) WHERE (state = 'approval'::text);

create table daily_choices (
  member_id bigint not null,
  day date not null,
  constraint daily_choices_pkey PRIMARY KEY (member_id),
  constraint daily_choices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table daily_people (
  member_id bigint not null,
  profile_id bigint not null,
  day date not null,
  "position" smallint not null,
  constraint daily_people_pkey PRIMARY KEY (member_id, profile_id),
  constraint daily_people_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint daily_people_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX daily_people_day ON public.daily_people USING btree (day);
CREATE INDEX daily_people_profile ON public.daily_people USING btree (profile_id);

create table data_exports (
  member_id bigint not null,
  folder text not null,
  state text default 'waiting'::text not null,
  pieces integer default 0 not null,
  bytes bigint default 0 not null,
  asked_at timestamp with time zone default app_now() not null,
  made_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint data_exports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))),
  constraint data_exports_pkey PRIMARY KEY (member_id),
  constraint data_exports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX data_exports_expiry ON public.data_exports USING btree (expires_at) WHERE (expires_at IS NOT NULL);

create table deliveries (
  key uuid not null,
  delivered_at timestamp with time zone default now() not null,
  constraint deliveries_pkey PRIMARY KEY (key)
);
CREATE INDEX deliveries_old ON public.deliveries USING btree (delivered_at);

create table desk_answers (
  message_id bigint not null,
  operator_id bigint not null,
  conversation_id bigint not null,
  profile_id bigint not null,
  waited_seconds integer,
  created_at timestamp with time zone default app_now() not null,
  site text,
  constraint desk_answers_pkey PRIMARY KEY (message_id)
);
CREATE INDEX desk_answers_by_time ON public.desk_answers USING btree (created_at, operator_id);
CREATE INDEX desk_answers_of_conversation ON public.desk_answers USING btree (conversation_id, message_id DESC);

create table desk_claims (
  conversation_id bigint not null,
  operator_id bigint not null,
  claimed_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  constraint desk_claims_pkey PRIMARY KEY (conversation_id),
  constraint desk_claims_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
);
CREATE INDEX desk_claims_by_end ON public.desk_claims USING btree (expires_at);
CREATE INDEX desk_claims_of_operator ON public.desk_claims USING btree (operator_id);

create table desk_memory (
  conversation_id bigint not null,
  body text not null,
  updated_by bigint not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint desk_memory_pkey PRIMARY KEY (conversation_id),
  constraint desk_memory_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
);

create table desk_replies (
  id uuid not null,
  owner_id bigint,
  language text not null,
  shortcut text not null,
  body text not null,
  active boolean default true not null,
  updated_by bigint,
  updated_at timestamp with time zone default app_now() not null,
  constraint desk_replies_pkey PRIMARY KEY (id),
  constraint desk_replies_shortcut UNIQUE NULLS NOT DISTINCT (owner_id, language, shortcut),
  constraint desk_replies_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint desk_replies_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES members(id) ON DELETE SET NULL
);
CREATE INDEX desk_replies_updated_by ON public.desk_replies USING btree (updated_by) WHERE (updated_by IS NOT NULL);

create table desk_returns (
  id bigint generated always as identity,
  operator_id bigint,
  site text not null,
  credits integer not null,
  created_at timestamp with time zone default app_now() not null,
  constraint desk_returns_pkey PRIMARY KEY (id)
);
CREATE INDEX desk_returns_by_time ON public.desk_returns USING btree (created_at, operator_id);

create table desk_reviews (
  message_id bigint not null,
  conversation_id bigint not null,
  operator_id bigint not null,
  sampled_at timestamp with time zone default app_now() not null,
  score smallint,
  comment text default ''::text not null,
  reviewed_by bigint,
  reviewed_at timestamp with time zone,
  constraint desk_reviews_score_check CHECK (((score >= 1) AND (score <= 5))),
  constraint desk_reviews_pkey PRIMARY KEY (message_id)
);
CREATE INDEX desk_reviews_done ON public.desk_reviews USING btree (message_id DESC) WHERE (score IS NOT NULL);
CREATE INDEX desk_reviews_of_writer ON public.desk_reviews USING btree (operator_id, message_id DESC) WHERE (score IS NOT NULL);
CREATE INDEX desk_reviews_waiting ON public.desk_reviews USING btree (message_id) WHERE (score IS NULL);

create table desk_whispers (
  id bigint generated always as identity,
  conversation_id bigint not null,
  operator_id bigint not null,
  client_id uuid not null,
  body text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint desk_whispers_pkey PRIMARY KEY (id),
  constraint desk_whispers_client_id_key UNIQUE (client_id),
  constraint desk_whispers_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
);
CREATE INDEX desk_whispers_of_conversation ON public.desk_whispers USING btree (conversation_id, id DESC);

create table desk_work (
  id bigint generated always as identity,
  operator_id bigint not null,
  site text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  constraint desk_work_check CHECK ((ended_at >= began_at)),
  constraint desk_work_pkey PRIMARY KEY (id)
);
CREATE INDEX desk_work_by_end ON public.desk_work USING btree (ended_at, operator_id);

create table desk_writers (
  operator_id bigint not null,
  is_on boolean default false not null,
  changed_at timestamp with time zone default app_now() not null,
  active_at timestamp with time zone default app_now() not null,
  capacity smallint,
  languages text[] default '{}'::text[] not null,
  profiles bigint[] default '{}'::bigint[] not null,
  passed_on bigint[] default '{}'::bigint[] not null,
  constraint desk_writers_capacity_check CHECK (((capacity >= 1) AND (capacity <= 20))),
  constraint desk_writers_pkey PRIMARY KEY (operator_id),
  constraint desk_writers_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX desk_writers_on ON public.desk_writers USING btree (active_at) WHERE is_on;

create table direct_debits (
  payment_id uuid not null,
  member_id bigint not null,
  form_encrypted bytea not null,
  iban_hash bytea not null,
  iban_last4 text not null,
  mobile_last2 text not null,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  tries integer default 0 not null,
  sends integer default 0 not null,
  last_sent_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  constraint direct_debits_pkey PRIMARY KEY (payment_id),
  constraint direct_debits_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX direct_debits_of_iban ON public.direct_debits USING btree (iban_hash);
CREATE INDEX direct_debits_of_member ON public.direct_debits USING btree (member_id, created_at);

create table discount_codes (
  code text not null,
  country text,
  member_id bigint,
  expires timestamp with time zone,
  value_percentage integer not null,
  currency text,
  minimum_order_cents integer,
  status text default 'active'::text not null,
  validity text default 'once-per-user'::text not null,
  paymentmethods text[],
  created_at timestamp with time zone default app_now() not null,
  purpose text,
  made_by bigint,
  sites text[],
  constraint discount_codes_sites_check CHECK ((cardinality(sites) > 0)),
  constraint discount_codes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'used'::text, 'expired'::text, 'disabled'::text]))),
  constraint discount_codes_validity_check CHECK ((validity = ANY (ARRAY['once'::text, 'once-per-user'::text, 'unlimited'::text]))),
  constraint discount_codes_value_percentage_check CHECK (((value_percentage >= 1) AND (value_percentage <= 100))),
  constraint discount_codes_pkey PRIMARY KEY (code),
  constraint discount_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX discount_codes_retention ON public.discount_codes USING btree (member_id) WHERE (purpose = 'retention'::text);

create table discount_uses (
  member_id bigint not null,
  code text not null,
  payment_id uuid not null,
  created_at timestamp with time zone default app_now() not null,
  constraint discount_uses_pkey PRIMARY KEY (member_id, code),
  constraint discount_uses_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table dismissed_profiles (
  member_id bigint not null,
  profile_id bigint not null,
  until timestamp with time zone not null,
  constraint dismissed_profiles_pkey PRIMARY KEY (member_id, profile_id),
  constraint dismissed_profiles_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX dismissed_profiles_list ON public.dismissed_profiles USING btree (member_id, until DESC, profile_id DESC);
CREATE INDEX dismissed_profiles_profile ON public.dismissed_profiles USING btree (profile_id);
CREATE INDEX dismissed_profiles_until ON public.dismissed_profiles USING brin (until);

create table disputes (
  payment_id uuid not null,
  state text default 'open'::text not null,
  note text,
  decided_by bigint,
  decided_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  constraint disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'contested'::text, 'won'::text, 'lost'::text]))),
  constraint disputes_pkey PRIMARY KEY (payment_id),
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX disputes_by_age ON public.disputes USING btree (created_at, payment_id);
CREATE INDEX disputes_waiting ON public.disputes USING btree (created_at, payment_id) WHERE (state = ANY (ARRAY['open'::text, 'contested'::text]));

create table doctor_findings (
  name text not null,
  place smallint not null,
  state text not null,
  found text not null,
  examined_at timestamp with time zone default app_now() not null,
  constraint doctor_findings_state_check CHECK ((state = ANY (ARRAY['well'::text, 'warning'::text, 'problem'::text]))),
  constraint doctor_findings_pkey PRIMARY KEY (name)
);

create table dsa_statements (
  puid uuid default gen_random_uuid() not null,
  measure_id bigint not null,
  state text default 'waiting'::text not null,
  error text,
  created_at timestamp with time zone default app_now() not null,
  tried_at timestamp with time zone,
  constraint dsa_statements_check CHECK (((state <> 'sent'::text) OR (error IS NULL))),
  constraint dsa_statements_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'refused'::text]))),
  constraint dsa_statements_pkey PRIMARY KEY (puid),
  constraint dsa_statements_measure_id_key UNIQUE (measure_id),
  constraint dsa_statements_measure_id_fkey FOREIGN KEY (measure_id) REFERENCES measures(id)
);
CREATE INDEX dsa_statements_by_state ON public.dsa_statements USING btree (state);
CREATE INDEX dsa_statements_failed ON public.dsa_statements USING btree (tried_at) WHERE (error IS NOT NULL);
CREATE INDEX dsa_statements_waiting ON public.dsa_statements USING btree (created_at, puid) WHERE (state = 'waiting'::text);

create table ended_sessions (
  token_hash bytea not null,
  ended_at timestamp with time zone default app_now() not null,
  constraint ended_sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX ended_sessions_by_age ON public.ended_sessions USING btree (ended_at);

create table experiment_exposures (
  experiment_id uuid not null,
  unit text not null,
  variant smallint not null,
  member_id bigint,
  first_at timestamp with time zone default app_now() not null,
  constraint experiment_exposures_pkey PRIMARY KEY (experiment_id, unit),
  constraint experiment_exposures_experiment_id_fkey FOREIGN KEY (experiment_id) REFERENCES experiments(id) ON DELETE CASCADE,
  constraint experiment_exposures_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX experiment_exposures_by_variant ON public.experiment_exposures USING btree (experiment_id, variant);
CREATE UNIQUE INDEX experiment_exposures_of_member ON public.experiment_exposures USING btree (member_id, experiment_id) WHERE (member_id IS NOT NULL);
CREATE INDEX experiment_exposures_of_unit ON public.experiment_exposures USING btree (unit) WHERE (member_id IS NULL);

create table experiments (
  id uuid not null,
  host text not null,
  key text not null,
  kind text not null,
  ground text not null,
  hypothesis text not null,
  variants jsonb not null,
  metric text not null,
  currency text not null,
  guardrails jsonb not null,
  coverage_percent smallint not null,
  state text default 'draft'::text not null,
  started_at timestamp with time zone,
  stopped_at timestamp with time zone,
  stop_reason text,
  winner smallint,
  counts jsonb,
  counted_at timestamp with time zone,
  changed_at timestamp with time zone default app_now() not null,
  created_at timestamp with time zone default app_now() not null,
  constraint experiments_check CHECK (((winner IS NULL) = (state <> 'decided'::text))),
  constraint experiments_coverage_percent_check CHECK (((coverage_percent >= 1) AND (coverage_percent <= 100))),
  constraint experiments_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'running'::text, 'stopped'::text, 'decided'::text]))),
  constraint experiments_pkey PRIMARY KEY (id),
  constraint experiments_host_key_key UNIQUE (host, key),
  constraint experiments_host_fkey FOREIGN KEY (host) REFERENCES sites(host) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX experiments_active ON public.experiments USING btree (host, ground) WHERE (state = ANY (ARRAY['running'::text, 'decided'::text]));

create table fictional_acknowledgements (
  member_id bigint not null,
  profile_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint fictional_acknowledgements_pkey PRIMARY KEY (member_id, profile_id),
  constraint fictional_acknowledgements_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table fictional_profiles (
  profile_id bigint not null,
  label text default ''::text not null,
  languages text[] default '{}'::text[] not null,
  opens time without time zone,
  closes time without time zone,
  key uuid,
  created_by bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint fictional_profiles_pkey PRIMARY KEY (profile_id),
  constraint fictional_profiles_key_key UNIQUE (key),
  constraint fictional_profiles_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES members(id) ON DELETE CASCADE
);

create table figure_answers (
  day date not null,
  host text not null,
  kind text not null,
  step smallint not null,
  answers integer not null,
  constraint figure_answers_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'fictional'::text]))),
  constraint figure_answers_pkey PRIMARY KEY (day, host, kind, step)
);

create table figure_campaign_money (
  week date not null,
  host text not null,
  network text not null,
  campaign text not null,
  lander text not null,
  slug text not null,
  currency text not null,
  cents bigint not null,
  constraint figure_campaign_money_pkey PRIMARY KEY (week, host, network, campaign, lander, slug, currency)
);

create table figure_campaigns (
  week date not null,
  host text not null,
  network text not null,
  campaign text not null,
  lander text not null,
  slug text not null,
  signups integer not null,
  activated integer not null,
  wrote integer not null,
  bought integer not null,
  bought_again integer not null,
  counted_at timestamp with time zone default app_now() not null,
  constraint figure_campaigns_pkey PRIMARY KEY (week, host, network, campaign, lander, slug)
);

create table figure_claims (
  measured_on date not null,
  host text not null,
  claim text not null,
  percentage integer,
  sample integer not null,
  parts jsonb default '{}'::jsonb not null,
  constraint figure_claims_claim_check CHECK ((claim = ANY (ARRAY['chat_within_3_days'::text, 'female_members'::text, 'premium_chance'::text]))),
  constraint figure_claims_pkey PRIMARY KEY (measured_on, host, claim)
);

create table figure_cohorts (
  host text not null,
  week date not null,
  weeks_later smallint not null,
  signups integer not null,
  members integer not null,
  constraint figure_cohorts_pkey PRIMARY KEY (host, week, weeks_later)
);

create table figure_days (
  day date not null,
  host text not null,
  network text not null,
  lander text not null,
  slug text not null,
  visits integer default 0 not null,
  bounces integer default 0 not null,
  signups integer default 0 not null,
  activated integer default 0 not null,
  wrote integer default 0 not null,
  bought integer default 0 not null,
  constraint figure_days_pkey PRIMARY KEY (day, host, network, lander, slug)
);

create table figure_goals (
  month date not null,
  figure text not null,
  currency text default ''::text not null,
  target bigint not null,
  constraint figure_goals_target_check CHECK ((target > 0)),
  constraint figure_goals_pkey PRIMARY KEY (month, figure, currency)
);

create table figure_members (
  member_id bigint not null,
  host text not null,
  network text default ''::text not null,
  lander text default ''::text not null,
  slug text default ''::text not null,
  signed_up_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  wrote_at timestamp with time zone,
  chatted_at timestamp with time zone,
  bought_at timestamp with time zone,
  active_weeks bigint default 0 not null,
  constraint figure_members_pkey PRIMARY KEY (member_id)
);
CREATE INDEX figure_members_activated ON public.figure_members USING btree (activated_at);
CREATE INDEX figure_members_bought ON public.figure_members USING btree (bought_at);
CREATE INDEX figure_members_signed_up ON public.figure_members USING btree (signed_up_at);
CREATE INDEX figure_members_waiting ON public.figure_members USING btree (signed_up_at) WHERE (activated_at IS NULL);
CREATE INDEX figure_members_wrote ON public.figure_members USING btree (wrote_at);

create table figure_money (
  day date not null,
  host text not null,
  country text not null,
  currency text not null,
  network text not null,
  lander text not null,
  slug text not null,
  orders integer default 0 not null,
  gross_cents bigint default 0 not null,
  vat_cents bigint default 0 not null,
  refunds integer default 0 not null,
  refunded_cents bigint default 0 not null,
  refunded_vat_cents bigint default 0 not null,
  constraint figure_money_pkey PRIMARY KEY (day, host, country, currency, network, lander, slug)
);

create table figure_notes (
  id bigint generated always as identity,
  day date not null,
  site text,
  body text not null,
  operator_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint figure_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX figure_notes_by_day ON public.figure_notes USING btree (day);

create table figure_quarter_runs (
  single boolean default true not null,
  until timestamp with time zone not null,
  first_day date not null,
  watched_from date not null,
  constraint figure_quarter_runs_single_check CHECK (single),
  constraint figure_quarter_runs_pkey PRIMARY KEY (single)
);

create table figure_quarters (
  day date not null,
  host text not null,
  figure text not null,
  currency text default ''::text not null,
  minute smallint not null,
  value bigint not null,
  constraint figure_quarters_minute_check CHECK (((minute >= 0) AND (minute <= 1439))),
  constraint figure_quarters_pkey PRIMARY KEY (day, host, figure, currency, minute)
);

create table figure_runs (
  day date not null,
  counted_at timestamp with time zone default app_now() not null,
  constraint figure_runs_pkey PRIMARY KEY (day)
);

create table flagged_texts (
  id bigint generated always as identity,
  member_id bigint not null,
  kind text not null,
  message_id bigint,
  body text not null,
  rules text[] not null,
  created_at timestamp with time zone default app_now() not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  removed boolean,
  prompt text,
  constraint flagged_texts_kind_check CHECK ((kind = ANY (ARRAY['name'::text, 'about'::text, 'first_message'::text, 'prompt'::text]))),
  constraint flagged_texts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX flagged_texts_once ON public.flagged_texts USING btree (member_id, kind, COALESCE(message_id, (0)::bigint), COALESCE(prompt, ''::text)) WHERE (decided_at IS NULL);
CREATE INDEX flagged_texts_waiting ON public.flagged_texts USING btree (id) WHERE (decided_at IS NULL);

create table gateway_contacts (
  gateway text not null,
  answered_at timestamp with time zone,
  failed_at timestamp with time zone,
  failures integer default 0 not null,
  constraint gateway_contacts_pkey PRIMARY KEY (gateway)
);

create table gateway_disputes (
  gateway text not null,
  reference text not null,
  payment_id uuid not null,
  amount_cents integer not null,
  currency text not null,
  reason text,
  source text not null,
  result text not null,
  opened_at timestamp with time zone,
  reversed_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  constraint gateway_disputes_amount_cents_check CHECK ((amount_cents > 0)),
  constraint gateway_disputes_source_check CHECK ((source = ANY (ARRAY['gateway'::text, 'file'::text]))),
  constraint gateway_disputes_pkey PRIMARY KEY (payment_id, reference),
  constraint gateway_disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table gifts (
  id text not null,
  credits integer,
  names jsonb default '{}'::jsonb not null,
  picture text,
  "position" integer not null,
  active boolean default true not null,
  constraint gifts_credits_check CHECK (((credits >= 0) AND (credits <= 1000))),
  constraint gifts_pkey PRIMARY KEY (id)
);

create table held_pushes (
  member_id bigint not null,
  type text not null,
  about_id bigint not null,
  noted_at timestamp with time zone default app_now() not null,
  constraint held_pushes_pkey PRIMARY KEY (member_id, type, about_id),
  constraint held_pushes_about_id_fkey FOREIGN KEY (about_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint held_pushes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX held_pushes_about ON public.held_pushes USING btree (about_id);

create table icebreakers (
  language text not null,
  id text not null,
  interest text,
  text text not null,
  active boolean default true not null,
  constraint icebreakers_pkey PRIMARY KEY (language, id)
);

create table imported_members (
  external_hash bytea not null,
  member_id bigint not null,
  imported_at timestamp with time zone default app_now() not null,
  constraint imported_members_pkey PRIMARY KEY (external_hash),
  constraint imported_members_member_id_key UNIQUE (member_id)
);

create table job_workers (
  id text not null,
  seen_at timestamp with time zone not null,
  constraint job_workers_pkey PRIMARY KEY (id)
);

create table kept_blocks (
  blocker_id bigint not null,
  blocked_id bigint not null,
  created_at timestamp with time zone default app_now() not null,
  constraint kept_blocks_pkey PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX kept_blocks_of_blocked ON public.kept_blocks USING btree (blocked_id, blocker_id);

create table known_picture_lists (
  id integer generated always as identity,
  name text not null,
  hashes integer default 0 not null,
  loaded_at timestamp with time zone default app_now() not null,
  digest bytea,
  constraint known_picture_lists_pkey PRIMARY KEY (id),
  constraint known_picture_lists_name_key UNIQUE (name)
);

create table known_pictures (
  list_id integer not null,
  pdq bit(256) not null,
  constraint known_pictures_pkey PRIMARY KEY (list_id, pdq),
  constraint known_pictures_list_id_fkey FOREIGN KEY (list_id) REFERENCES known_picture_lists(id) ON DELETE CASCADE
);
CREATE INDEX known_pictures_by_bands ON public.known_pictures USING gin (pdq_bands(pdq)) WITH (fastupdate=off);

create table landing_slugs (
  host text default '*'::text not null,
  slug text not null,
  language text not null,
  headline text not null,
  lead text not null,
  button text not null,
  imagery text,
  offer text,
  updated_at timestamp with time zone default app_now() not null,
  constraint landing_slugs_offer_check CHECK ((offer = ANY (ARRAY['messages'::text, 'discount'::text, 'none'::text]))),
  constraint landing_slugs_slug_check CHECK ((slug ~ '^([a-z]{2,12}-)?[0-9]{1,4}$'::text)),
  constraint landing_slugs_pkey PRIMARY KEY (host, slug, language)
);

create table ledger_entries (
  member_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  credits integer not null,
  counter_account text not null,
  balance integer not null,
  idempotency_key text not null,
  payment_id uuid,
  conversation_id bigint,
  message_id bigint,
  other_id bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint ledger_entries_balance_check CHECK ((balance >= 0)),
  constraint ledger_entries_counter_account_check CHECK ((counter_account = ANY (ARRAY['sales'::text, 'spent'::text, 'granted'::text, 'debt'::text, 'lapsed'::text]))),
  constraint ledger_entries_credits_check CHECK ((credits <> 0)),
  constraint ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['signup'::text, 'purchase'::text, 'message'::text, 'image'::text, 'gift'::text, 'video_call'::text, 'refund'::text, 'chargeback'::text, 'debt'::text, 'operator_grant'::text, 'demo_grant'::text, 'import'::text, 'lapse'::text, 'referral'::text]))),
  constraint ledger_entries_pkey PRIMARY KEY (member_id, id),
  constraint ledger_entries_member_id_idempotency_key_key UNIQUE (member_id, idempotency_key)
);
CREATE INDEX ledger_entries_not_messages ON public.ledger_entries USING btree (member_id, id) WHERE (kind <> ALL (ARRAY['message'::text, 'image'::text, 'gift'::text]));

create table like_notices (
  member_id bigint not null,
  liker_id bigint not null,
  match boolean not null,
  told_at timestamp with time zone default app_now() not null,
  constraint like_notices_pkey PRIMARY KEY (member_id, liker_id, match),
  constraint like_notices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX like_notices_old ON public.like_notices USING btree (told_at);

create table likes (
  liker_id bigint not null,
  liked_id bigint not null,
  id bigint generated always as identity,
  like_new boolean default true not null,
  created_at timestamp with time zone default app_now() not null,
  constraint likes_pkey PRIMARY KEY (liker_id, liked_id),
  constraint likes_liked_id_fkey FOREIGN KEY (liked_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint likes_liker_id_fkey FOREIGN KEY (liker_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX likes_received ON public.likes USING btree (liked_id, like_new DESC, id DESC) INCLUDE (liker_id);
CREATE INDEX likes_sent ON public.likes USING btree (liker_id, id DESC) INCLUDE (liked_id);

create table link_tokens (
  token_hash bytea not null,
  member_id bigint not null,
  purpose text not null,
  payload jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint link_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['activate'::text, 'reset_password'::text, 'mail_change'::text, 'mail_change_back'::text, 'reactivate'::text, 'operator_login'::text, 'invite'::text, 'unsubscribe'::text, 'second_step'::text]))),
  constraint link_tokens_pkey PRIMARY KEY (token_hash),
  constraint link_tokens_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX link_tokens_invitations ON public.link_tokens USING btree (created_at DESC) WHERE (purpose = 'invite'::text);
CREATE INDEX link_tokens_of_member ON public.link_tokens USING btree (member_id, purpose, created_at);
CREATE INDEX link_tokens_ways_back ON public.link_tokens USING btree (((payload ->> 'key'::text))) WHERE (purpose = 'mail_change_back'::text);

create table liveness_checks (
  id bigint generated always as identity,
  member_id bigint not null,
  provider text not null,
  state text default 'open'::text not null,
  reason text,
  reference text,
  page text,
  started_at timestamp with time zone default app_now() not null,
  due_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint liveness_checks_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint liveness_checks_check1 CHECK (((state = 'failed'::text) = (reason IS NOT NULL))),
  constraint liveness_checks_provider_check CHECK ((provider = ANY (ARRAY['veriff'::text, 'sandbox'::text]))),
  constraint liveness_checks_reason_check CHECK ((reason = ANY (ARRAY['not_live'::text, 'expired'::text, 'withdrawn'::text]))),
  constraint liveness_checks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'passed'::text, 'failed'::text]))),
  constraint liveness_checks_pkey PRIMARY KEY (id),
  constraint liveness_checks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX liveness_checks_of_member ON public.liveness_checks USING btree (member_id, id DESC);
CREATE UNIQUE INDEX liveness_checks_open ON public.liveness_checks USING btree (member_id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX liveness_checks_session ON public.liveness_checks USING btree (provider, reference) WHERE (reference IS NOT NULL);
CREATE INDEX liveness_checks_to_settle ON public.liveness_checks USING btree (id) WHERE (state = 'open'::text);

create table mail_days (
  day date not null,
  sent integer default 0 not null,
  bounced integer default 0 not null,
  complained integer default 0 not null,
  constraint mail_days_pkey PRIMARY KEY (day)
);

create table mail_series (
  host text not null,
  trigger text not null,
  enabled boolean default false not null,
  holdout_percent smallint not null,
  steps jsonb not null,
  changed_at timestamp with time zone default app_now() not null,
  constraint mail_series_holdout_percent_check CHECK (((holdout_percent >= 0) AND (holdout_percent <= 50))),
  constraint mail_series_pkey PRIMARY KEY (host, trigger),
  constraint mail_series_host_fkey FOREIGN KEY (host) REFERENCES sites(host) ON UPDATE CASCADE ON DELETE CASCADE
);

create table mail_series_runs (
  id bigint generated always as identity,
  member_id bigint not null,
  host text not null,
  trigger text not null,
  held_out boolean not null,
  entered_at timestamp with time zone default app_now() not null,
  begins_at timestamp with time zone not null,
  status text default 'running'::text not null,
  ended_at timestamp with time zone,
  goal_at timestamp with time zone,
  constraint mail_series_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'goal'::text, 'left'::text, 'paused'::text, 'off'::text]))),
  constraint mail_series_runs_pkey PRIMARY KEY (id),
  constraint mail_series_runs_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX mail_series_runs_of_member ON public.mail_series_runs USING btree (member_id, trigger, entered_at DESC);
CREATE INDEX mail_series_runs_of_site ON public.mail_series_runs USING btree (host, trigger, entered_at);
CREATE UNIQUE INDEX mail_series_runs_running ON public.mail_series_runs USING btree (member_id, trigger) WHERE (status = 'running'::text);
CREATE INDEX mail_series_runs_without_goal ON public.mail_series_runs USING btree (entered_at) WHERE (goal_at IS NULL);

create table mail_series_sends (
  run_id bigint not null,
  mail text not null,
  member_id bigint not null,
  outcome text not null,
  mailed boolean default false not null,
  pushed boolean default false not null,
  handled_at timestamp with time zone default app_now() not null,
  unsubscribed_at timestamp with time zone,
  constraint mail_series_sends_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'condition'::text, 'unwanted'::text, 'late'::text, 'held_out'::text]))),
  constraint mail_series_sends_pkey PRIMARY KEY (run_id, mail),
  constraint mail_series_sends_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint mail_series_sends_run_id_fkey FOREIGN KEY (run_id) REFERENCES mail_series_runs(id) ON DELETE CASCADE
);
CREATE INDEX mail_series_sends_of_member ON public.mail_series_sends USING btree (member_id, handled_at DESC);

create table mail_texts (
  host text default '*'::text not null,
  template text not null,
  language text not null,
  texts jsonb not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint mail_texts_pkey PRIMARY KEY (host, template, language)
);

create table measures (
  id bigint generated always as identity,
  member_id bigint not null,
  kind text not null,
  ground text not null,
  facts text not null,
  complaint_id bigint,
  operator_id bigint not null,
  until timestamp with time zone,
  undo jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  ended_by bigint,
  detection text default 'own'::text not null,
  request_id uuid,
  constraint measures_detection_check CHECK ((detection = ANY (ARRAY['notice'::text, 'own'::text, 'words'::text, 'image_screening'::text, 'known_picture'::text]))),
  constraint measures_kind_check CHECK ((kind = ANY (ARRAY['warning'::text, 'content_removed'::text, 'suspension'::text, 'ban'::text, 'correction'::text, 'badge_removed'::text, 'complaint_warning'::text, 'complaint_suspension'::text]))),
  constraint measures_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX measures_by_request ON public.measures USING btree (operator_id, request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX measures_of_member ON public.measures USING btree (member_id, id DESC);
CREATE INDEX measures_of_year ON public.measures USING btree (created_at);
CREATE INDEX measures_to_end ON public.measures USING btree (until) WHERE ((ended_at IS NULL) AND (until IS NOT NULL));
CREATE TRIGGER measures_stay BEFORE DELETE OR UPDATE ON public.measures FOR EACH ROW EXECUTE FUNCTION keep_measure();

create table members (
  id bigint generated always as identity,
  email text,
  email_key text,
  password_hash text,
  status text default 'not_confirmed'::text not null,
  language text not null,
  roles text[] default '{}'::text[] not null,
  credits integer default 0 not null,
  credit_debt integer default 0 not null,
  paid_user boolean default false not null,
  free_messages_used integer default 0 not null,
  conversations_started integer default 0 not null,
  spending_cap integer,
  notifications_disabled text[] default '{}'::text[] not null,
  disabled_notification_reason text,
  time_zone text,
  next_time_zone text,
  signup_date timestamp with time zone default app_now() not null,
  confirmed_at timestamp with time zone,
  delete_requested_at timestamp with time zone,
  delete_reason text,
  delete_remarks text,
  status_before_deletion text,
  host text,
  tracking jsonb,
  is_demo boolean default false not null,
  shadow_email_key text,
  spending_month date,
  spending_month_credits integer default 0 not null,
  welcome_ended_at timestamp with time zone,
  next_time_zone_at timestamp with time zone,
  read_marks boolean default true not null,
  spending_paused_until timestamp with time zone,
  spending_pause_ends_early boolean default false not null,
  signup_key uuid,
  intimate_consent_version text,
  intimate_consent_at timestamp with time zone,
  suspended_until timestamp with time zone,
  status_before_ban text,
  unused_told_at timestamp with time zone,
  mails_paused_until timestamp with time zone,
  lander text,
  landing_slug text,
  dismissed_at timestamp with time zone,
  held_at timestamp with time zone,
  intimate_consent_withdrawn_at timestamp with time zone,
  source_objected_at timestamp with time zone,
  pool_id smallint not null,
  office_sites text[],
  refuses_intimate boolean default false not null,
  push_names boolean default false not null,
  refuses_video_calls boolean default false not null,
  office_languages text[] default '{}'::text[] not null,
  constraint credits_not_negative CHECK ((credits >= 0)),
  constraint members_credit_debt_check CHECK ((credit_debt >= 0)),
  constraint members_disabled_notification_reason_check CHECK ((disabled_notification_reason = ANY (ARRAY['fbl'::text, 'bounce'::text, 'listunsubscribe'::text]))),
  constraint members_email_key_names_pool CHECK (
CASE
    WHEN (pool_id = 1) THEN (email_key !~~ '%@%@%'::text)
    ELSE (email_key ~~ ('%@%@'::text || (pool_id)::text))
END),
  constraint members_office_sites_check CHECK ((cardinality(office_sites) > 0)),
  constraint members_shadow_email_key_names_pool CHECK (
CASE
    WHEN (pool_id = 1) THEN (shadow_email_key !~~ '%@%@%'::text)
    ELSE (shadow_email_key ~~ ('%@%@'::text || (pool_id)::text))
END),
  constraint members_spending_month_credits_check CHECK ((spending_month_credits >= 0)),
  constraint members_status_check CHECK ((status = ANY (ARRAY['not_confirmed'::text, 'active'::text, 'pending_deletion'::text, 'banned'::text, 'deleted'::text]))),
  constraint members_pkey PRIMARY KEY (id),
  constraint members_email_key_key UNIQUE (email_key)
) with (fillfactor=80);
CREATE INDEX members_by_confirmation ON public.members USING btree (confirmed_at) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX members_by_signup ON public.members USING btree (signup_date);
CREATE INDEX members_by_status ON public.members USING btree (status, id DESC);
CREATE INDEX members_host ON public.members USING btree (host, id DESC);
CREATE INDEX members_of_network ON public.members USING btree (((tracking ->> 'network'::text)), id DESC) WHERE ((tracking ->> 'network'::text) IS NOT NULL);
CREATE INDEX members_paid ON public.members USING btree (id DESC) WHERE paid_user;
CREATE INDEX members_pending_deletion ON public.members USING btree (delete_requested_at) WHERE (status = 'pending_deletion'::text);
CREATE INDEX members_shadow_email_key ON public.members USING btree (shadow_email_key, id DESC) WHERE (shadow_email_key IS NOT NULL);
CREATE TRIGGER members_keep_pool BEFORE UPDATE OF pool_id ON public.members FOR EACH ROW WHEN ((new.pool_id IS DISTINCT FROM old.pool_id)) EXECUTE FUNCTION refuse_pool_change();
CREATE TRIGGER members_set_pool BEFORE INSERT ON public.members FOR EACH ROW EXECUTE FUNCTION set_member_pool();

create table message_notices (
  member_id bigint not null,
  conversation_id bigint not null,
  due_at timestamp with time zone not null,
  constraint message_notices_pkey PRIMARY KEY (member_id, conversation_id)
);
CREATE INDEX message_notices_due ON public.message_notices USING btree (due_at);

create table messages (
  conversation_id bigint not null,
  id bigint generated always as identity,
  sender_id bigint not null,
  client_id uuid not null,
  kind text not null,
  body text,
  image_id bigint,
  gift text,
  credits integer default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  reply_to_id bigint,
  edited_at timestamp with time zone,
  former_texts jsonb,
  sender_reaction text,
  recipient_reaction text,
  revision integer default 0 not null,
  about jsonb,
  constraint messages_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'image'::text, 'voice'::text, 'gift'::text, 'deleted'::text]))) NOT VALID,
  constraint messages_pkey PRIMARY KEY (conversation_id, id)
);
CREATE INDEX messages_by_age ON public.messages USING brin (created_at);
CREATE UNIQUE INDEX messages_client_id ON public.messages USING btree (sender_id, client_id, conversation_id);
CREATE INDEX messages_of_image ON public.messages USING btree (image_id) WHERE (image_id IS NOT NULL);

create table networks (
  key text not null,
  name text not null,
  postback_url text,
  secret bytea not null,
  payouts jsonb default '{}'::jsonb not null,
  currency text default 'EUR'::text not null,
  token_hash bytea not null,
  active boolean default true not null,
  created_at timestamp with time zone default app_now() not null,
  constraint networks_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint networks_key_check CHECK ((key ~ '^[a-z0-9][a-z0-9_-]{0,59}$'::text)),
  constraint networks_pkey PRIMARY KEY (key),
  constraint networks_token_hash_key UNIQUE (token_hash)
);

create table newest_release (
  single boolean default true not null,
  version text not null,
  asked_at timestamp with time zone default app_now() not null,
  constraint newest_release_single_check CHECK (single),
  constraint newest_release_version_check CHECK ((length(version) <= 256)),
  constraint newest_release_pkey PRIMARY KEY (single)
);

create table notification_mails (
  id bigint generated always as identity,
  member_id bigint not null,
  type text not null,
  sent_at timestamp with time zone default app_now() not null,
  constraint notification_mails_pkey PRIMARY KEY (id),
  constraint notification_mails_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX notification_mails_of ON public.notification_mails USING btree (member_id, sent_at DESC);
CREATE INDEX notification_mails_old ON public.notification_mails USING btree (sent_at);

create table notification_news (
  member_id bigint not null,
  type text not null,
  about_id bigint not null,
  noted_at timestamp with time zone default app_now() not null,
  constraint notification_news_pkey PRIMARY KEY (member_id, type, about_id),
  constraint notification_news_about_id_fkey FOREIGN KEY (about_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notification_news_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX notification_news_about ON public.notification_news USING btree (about_id);

create table notification_rhythms (
  member_id bigint not null,
  quiet_from time without time zone not null,
  quiet_until time without time zone not null,
  quiet_mail boolean not null,
  quiet_push boolean not null,
  mail_rhythm text not null,
  mail_time time without time zone not null,
  mail_day smallint not null,
  changed_at timestamp with time zone default app_now() not null,
  constraint notification_rhythms_mail_day_check CHECK (((mail_day >= 1) AND (mail_day <= 7))),
  constraint notification_rhythms_mail_rhythm_check CHECK ((mail_rhythm = ANY (ARRAY['at_once'::text, 'daily'::text, 'weekly'::text]))),
  constraint notification_rhythms_pkey PRIMARY KEY (member_id),
  constraint notification_rhythms_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table office_views (
  operator_id bigint not null,
  id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint office_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint office_views_query_check CHECK ((length(query) <= 2000)),
  constraint office_views_pkey PRIMARY KEY (operator_id, id),
  constraint office_views_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES members(id) ON DELETE CASCADE
);

create table operator_identities (
  member_id bigint not null,
  issuer text not null,
  subject text not null,
  linked_at timestamp with time zone default app_now() not null,
  constraint operator_identities_pkey PRIMARY KEY (member_id, issuer),
  constraint operator_identities_issuer_subject_key UNIQUE (issuer, subject),
  constraint operator_identities_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table operator_limits (
  operator_id bigint not null,
  credits integer,
  credits_day integer,
  refund_cents integer,
  refund_day_cents integer,
  constraint operator_limits_credits_check CHECK ((credits >= 0)),
  constraint operator_limits_credits_day_check CHECK ((credits_day >= 0)),
  constraint operator_limits_refund_cents_check CHECK ((refund_cents >= 0)),
  constraint operator_limits_refund_day_cents_check CHECK ((refund_day_cents >= 0)),
  constraint operator_limits_pkey PRIMARY KEY (operator_id),
  constraint operator_limits_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES members(id) ON DELETE CASCADE
);

create table outbox_items (
  id bigint generated always as identity,
  kind text not null,
  recipient text not null,
  subject text,
  body_text text,
  body_html text,
  links text[] default '{}'::text[] not null,
  sent_at timestamp with time zone default now() not null,
  constraint outbox_items_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'sms'::text, 'push'::text]))),
  constraint outbox_items_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_items_of ON public.outbox_items USING btree (recipient, id DESC);

create table package_prices (
  package_id integer not null,
  currency text not null,
  price_cents integer not null,
  old_price_cents integer,
  constraint package_prices_price_cents_check CHECK ((price_cents > 0)),
  constraint package_prices_pkey PRIMARY KEY (package_id, currency),
  constraint package_prices_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id)
);

create table packages (
  id integer not null,
  credits integer not null,
  recommended boolean default false not null,
  "position" integer default 0 not null,
  active boolean default true not null,
  reference_prices jsonb,
  reference_at timestamp with time zone,
  constraint packages_credits_check CHECK ((credits > 0)),
  constraint packages_pkey PRIMARY KEY (id)
);

create table page_errors (
  release text not null,
  fingerprint text not null,
  name text not null,
  message text not null,
  path text not null,
  frame text,
  count integer default 1 not null,
  first_at timestamp with time zone default app_now() not null,
  last_at timestamp with time zone default app_now() not null,
  constraint page_errors_pkey PRIMARY KEY (release, fingerprint)
);
CREATE INDEX page_errors_by_time ON public.page_errors USING btree (last_at);

create table page_visits (
  day date not null,
  host text not null,
  lander text not null,
  slug text default ''::text not null,
  network text default ''::text not null,
  opened integer default 0 not null,
  left_within_10 integer default 0 not null,
  left_total integer default 0 not null,
  seconds bigint default 0 not null,
  constraint page_visits_pkey PRIMARY KEY (day, host, lander, slug, network)
);

create table participants (
  member_id bigint not null,
  conversation_id bigint not null,
  other_id bigint not null,
  unread integer default 0 not null,
  last_read_id bigint default 0 not null,
  last_message_id bigint default 0 not null,
  cleared_to_id bigint default 0 not null,
  hidden boolean default false not null,
  messages_sent integer default 0 not null,
  credits_spent integer default 0 not null,
  last_sender_id bigint,
  last_kind text,
  last_excerpt text,
  last_sent_at timestamp with time zone,
  request text,
  pinned boolean default false not null,
  archived boolean default false not null,
  marked_unread boolean default false not null,
  muted_until timestamp with time zone,
  constraint participants_request_check CHECK ((request = ANY (ARRAY['waiting'::text, 'veiled'::text, 'accepted'::text, 'declined'::text]))),
  constraint participants_unread_check CHECK ((unread >= 0)),
  constraint participants_pkey PRIMARY KEY (member_id, conversation_id)
) with (fillfactor=70);
CREATE INDEX participants_archived ON public.participants USING btree (member_id, last_message_id DESC) WHERE archived;
CREATE INDEX participants_list ON public.participants USING btree (member_id, last_message_id DESC) INCLUDE (conversation_id) WHERE (NOT hidden);
CREATE INDEX participants_main ON public.participants USING btree (member_id, last_message_id DESC) WHERE ((NOT hidden) AND (NOT archived));
CREATE INDEX participants_marked ON public.participants USING btree (member_id) WHERE marked_unread;
CREATE UNIQUE INDEX participants_pair ON public.participants USING btree (other_id, member_id);
CREATE INDEX participants_pinned ON public.participants USING btree (member_id) WHERE pinned;
CREATE INDEX participants_requests ON public.participants USING btree (member_id, last_message_id DESC) WHERE (request = ANY (ARRAY['waiting'::text, 'veiled'::text]));
CREATE INDEX participants_unread ON public.participants USING btree (member_id) WHERE (unread > 0);

create table passkey_challenges (
  challenge text not null,
  member_id bigint,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint passkey_challenges_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table passkeys (
  member_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone default app_now() not null,
  last_used_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (member_id, credential_id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table password_schemes (
  scheme text not null,
  constraint password_schemes_pkey PRIMARY KEY (scheme)
);

create table payment_method_costs (
  country text not null,
  method text not null,
  currency text not null,
  cents integer not null,
  constraint payment_method_costs_cents_check CHECK ((cents > 0)),
  constraint payment_method_costs_pkey PRIMARY KEY (country, method, currency),
  constraint payment_method_costs_country_method_fkey FOREIGN KEY (country, method) REFERENCES payment_methods(country, method) ON DELETE CASCADE
);

create table payment_method_gateways (
  country text not null,
  method text not null,
  currency text not null,
  gateway text not null,
  "position" integer not null,
  constraint payment_method_gateways_pkey PRIMARY KEY (country, method, currency, gateway)
);

create table payment_methods (
  country text not null,
  method text not null,
  "position" integer not null,
  active boolean default true not null,
  constraint payment_methods_pkey PRIMARY KEY (country, method)
);

create table payment_notifications (
  payment_id uuid not null,
  id bigint generated always as identity,
  gateway text not null,
  outcome text not null,
  gateway_reference text,
  amount_cents integer not null,
  currency text not null,
  changed boolean not null,
  created_at timestamp with time zone default app_now() not null,
  constraint payment_notifications_pkey PRIMARY KEY (payment_id, id),
  constraint payment_notifications_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX payment_notifications_by_gateway ON public.payment_notifications USING btree (gateway, created_at DESC);

create table payments (
  id uuid not null,
  member_id bigint not null,
  package_id integer,
  credits integer not null,
  amount_cents integer not null,
  costs_cents integer default 0 not null,
  currency text not null,
  country text not null,
  vat_percentage numeric(4,1) default 0 not null,
  discount_code text,
  discount_cents integer default 0 not null,
  method text not null,
  gateway text not null,
  gateway_reference text,
  redirect_url text,
  recurring boolean default false not null,
  status text default 'pending'::text not null,
  charged_back_at timestamp with time zone,
  refunded_at timestamp with time zone,
  idempotency_key uuid not null,
  return_to text,
  consent_at timestamp with time zone,
  details jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default app_now() not null,
  settled_at timestamp with time zone,
  next_poll_at timestamp with time zone,
  locale text default 'nl'::text not null,
  host text,
  save_card boolean default false not null,
  poll_tries integer default 0 not null,
  failure_reason text,
  payment_country text,
  first_attempt uuid,
  constraint payments_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_member_id_idempotency_key_key UNIQUE (member_id, idempotency_key),
  constraint payments_first_attempt_fkey FOREIGN KEY (first_attempt) REFERENCES payments(id),
  constraint payments_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id)
);
CREATE INDEX payments_by_amount ON public.payments USING btree (amount_cents, id DESC);
CREATE INDEX payments_by_code ON public.payments USING btree (discount_code, id DESC) WHERE (discount_code IS NOT NULL);
CREATE INDEX payments_by_first_attempt ON public.payments USING btree (first_attempt) WHERE (first_attempt IS NOT NULL);
CREATE INDEX payments_by_gateway ON public.payments USING btree (gateway, id DESC);
CREATE INDEX payments_by_method ON public.payments USING btree (method, id DESC);
CREATE INDEX payments_by_status ON public.payments USING btree (status, id DESC);
CREATE INDEX payments_by_time ON public.payments USING btree (created_at, id);
CREATE INDEX payments_charged_back ON public.payments USING btree (id DESC) WHERE (charged_back_at IS NOT NULL);
CREATE INDEX payments_direct_debits ON public.payments USING btree (member_id, created_at) WHERE (method = 'sdd'::text);
CREATE INDEX payments_due ON public.payments USING btree (next_poll_at) WHERE (next_poll_at IS NOT NULL);
CREATE INDEX payments_failed_with_code ON public.payments USING btree (discount_code, member_id) WHERE ((status = 'failed'::text) AND (discount_code IS NOT NULL));
CREATE INDEX payments_holding_code ON public.payments USING btree (discount_code, member_id) WHERE ((status = 'pending'::text) AND (discount_code IS NOT NULL));
CREATE INDEX payments_of_country ON public.payments USING btree (country, id DESC);
CREATE INDEX payments_of_host ON public.payments USING btree (host, id DESC);
CREATE INDEX payments_of_member ON public.payments USING btree (member_id, created_at DESC, id);
CREATE UNIQUE INDEX payments_reference ON public.payments USING btree (gateway, gateway_reference) WHERE (gateway_reference IS NOT NULL);
CREATE INDEX payments_refunded ON public.payments USING btree (id DESC) WHERE (refunded_at IS NOT NULL);
CREATE INDEX payments_settled ON public.payments USING btree (settled_at) WHERE (status = 'completed'::text);
CREATE INDEX payments_sold ON public.payments USING btree (settled_at, package_id) WHERE ((status = 'completed'::text) AND (charged_back_at IS NULL) AND (refunded_at IS NULL));
CREATE INDEX payments_with_code ON public.payments USING btree (discount_code) WHERE ((status = 'completed'::text) AND (discount_code IS NOT NULL));

create table person_marks (
  member_id bigint not null,
  kind text not null,
  hash bytea not null,
  created_at timestamp with time zone default app_now() not null,
  constraint person_marks_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'mobile'::text, 'bank_account'::text, 'card'::text, 'device'::text]))),
  constraint person_marks_pkey PRIMARY KEY (kind, hash, member_id),
  constraint person_marks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX person_marks_of_member ON public.person_marks USING btree (member_id);

create table photo_access (
  owner_id bigint not null,
  viewer_id bigint not null,
  state text default 'asked'::text not null,
  expires_at timestamp with time zone,
  asked_at timestamp with time zone default app_now() not null,
  changed_at timestamp with time zone default app_now() not null,
  constraint photo_access_check CHECK ((owner_id <> viewer_id)),
  constraint photo_access_check1 CHECK (((expires_at IS NULL) OR (state = 'granted'::text))),
  constraint photo_access_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'granted'::text, 'declined'::text]))),
  constraint photo_access_pkey PRIMARY KEY (owner_id, viewer_id),
  constraint photo_access_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint photo_access_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX photo_access_expiring ON public.photo_access USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX photo_access_of_owner ON public.photo_access USING btree (owner_id, state, changed_at DESC, viewer_id DESC);
CREATE INDEX photo_access_of_viewer ON public.photo_access USING btree (viewer_id);

create table photos (
  id bigint generated always as identity,
  member_id bigint not null,
  storage_key text not null,
  width integer not null,
  height integer not null,
  formats text[] default '{webp}'::text[] not null,
  private boolean default false not null,
  status text default 'inspecting'::text not null,
  refusal_reason text,
  "position" integer default 0 not null,
  client_id uuid,
  created_at timestamp with time zone default app_now() not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  fingerprint bigint,
  flags text[] default '{}'::text[] not null,
  on_request boolean default false not null,
  intimate boolean,
  pdq bit(256),
  pdq_quality smallint,
  awaits_lists boolean default false not null,
  colour text,
  constraint photos_colour_check CHECK ((colour ~ '^([0-9a-f]{6})?$'::text)),
  constraint photos_status_check CHECK ((status = ANY (ARRAY['inspecting'::text, 'active'::text, 'refused'::text]))),
  constraint photos_pkey PRIMARY KEY (id),
  constraint photos_member_id_client_id_key UNIQUE (member_id, client_id),
  constraint photos_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX photos_awaiting_lists ON public.photos USING btree (id) WHERE awaits_lists;
CREATE INDEX photos_by_decision ON public.photos USING btree (decided_at DESC, id DESC) WHERE (decided_at IS NOT NULL);
CREATE INDEX photos_by_fingerprint ON public.photos USING btree (fingerprint) WHERE (fingerprint IS NOT NULL);
CREATE INDEX photos_flagged ON public.photos USING btree (id DESC) WHERE (flags <> '{}'::text[]);
CREATE INDEX photos_folder ON public.photos USING btree (storage_key);
CREATE INDEX photos_not_public ON public.photos USING btree (on_request, id DESC) WHERE private;
CREATE INDEX photos_of_member ON public.photos USING btree (member_id, "position", id);
CREATE INDEX photos_of_status ON public.photos USING btree (status, id DESC);
CREATE INDEX photos_refused_for ON public.photos USING btree (refusal_reason, id DESC) WHERE (refusal_reason IS NOT NULL);
CREATE INDEX photos_unhashed ON public.photos USING btree (id) WHERE (pdq_quality IS NULL);
CREATE INDEX photos_waiting ON public.photos USING btree (id) WHERE (status = 'inspecting'::text);
CREATE INDEX photos_without_colour ON public.photos USING btree (id) WHERE (colour IS NULL);
CREATE TRIGGER photos_change_card AFTER UPDATE OF status, private ON public.photos FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.private IS DISTINCT FROM new.private))) EXECUTE FUNCTION photo_changes_card();

create table pools (
  id smallint generated always as identity,
  name text not null,
  constraint pools_pkey PRIMARY KEY (id),
  constraint pools_name_key UNIQUE (name)
);

create table presence (
  member_id bigint not null,
  last_active timestamp with time zone not null,
  constraint presence_pkey PRIMARY KEY (member_id)
) with (fillfactor=60);
CREATE INDEX presence_last_active ON public.presence USING btree (last_active) INCLUDE (member_id);

create table privacy_choices (
  id bigint generated always as identity,
  member_id bigint not null,
  about text not null,
  given boolean not null,
  version text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint privacy_choices_about_check CHECK ((about = ANY (ARRAY['intimate_data'::text, 'advertising_source'::text]))),
  constraint privacy_choices_pkey PRIMARY KEY (id)
);
CREATE INDEX privacy_choices_of_member ON public.privacy_choices USING btree (member_id, id);

create table profile_views (
  member_id bigint not null,
  profile_id bigint not null,
  viewed_at timestamp with time zone default app_now() not null,
  constraint profile_views_pkey PRIMARY KEY (member_id, profile_id),
  constraint profile_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint profile_views_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX profile_views_latest ON public.profile_views USING btree (member_id, viewed_at DESC) INCLUDE (profile_id);
CREATE INDEX profile_views_of_profile ON public.profile_views USING btree (profile_id);

create table profiles (
  id bigint not null,
  kind text default 'member'::text not null,
  cam_variant text,
  cam_url text,
  name text not null,
  gender text not null,
  gender_sought text,
  date_of_birth date not null,
  birth_year smallint generated always as ((EXTRACT(year FROM date_of_birth))::smallint) stored,
  sexuality text,
  country text not null,
  region text,
  city text,
  lat real,
  lon real,
  interests text[] default '{}'::text[] not null,
  hair_color text,
  eye_color text,
  body_type text,
  relationship_status text,
  tattoos text,
  about text,
  status text default 'disabled'::text not null,
  invisible boolean default false not null,
  listed boolean generated always as (((status = 'active'::text) AND (NOT invisible))) stored,
  main_photo_id bigint,
  num_photos integer default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  active_on date default CURRENT_DATE not null,
  looks bigint default 0 not null,
  interest_bits bigint default 0 not null,
  show_on_landing_pages boolean default false not null,
  texts_changed_at timestamp with time zone default app_now() not null,
  verified boolean default false not null,
  smoking text,
  incognito boolean default false not null,
  pool_id smallint not null,
  intention text[] default '{}'::text[] not null,
  languages text[] default '{}'::text[] not null,
  height smallint,
  drinking text,
  children text,
  education text,
  pronouns text,
  hidden_fields text[] default '{}'::text[] not null,
  prompts jsonb default '[]'::jsonb not null,
  former_countries text[] default '{}'::text[] not null,
  partner_date_of_birth date,
  constraint profiles_cam_variant_check CHECK ((cam_variant = ANY (ARRAY['cam'::text, 'resell'::text]))),
  constraint profiles_couple_check CHECK (((gender = 'couple'::text) = (partner_date_of_birth IS NOT NULL))) NOT VALID,
  constraint profiles_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'non_binary'::text, 'trans_woman'::text, 'trans_man'::text, 'couple'::text]))) NOT VALID,
  constraint profiles_gender_sought_check CHECK ((gender_sought = ANY (ARRAY['male'::text, 'female'::text, 'non_binary'::text, 'trans_woman'::text, 'trans_man'::text, 'couple'::text]))) NOT VALID,
  constraint profiles_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'fictional'::text, 'cam'::text]))),
  constraint profiles_sexuality_check CHECK ((sexuality = ANY (ARRAY['hetero'::text, 'gay'::text, 'lesbian'::text, 'bi'::text]))),
  constraint profiles_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text]))),
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES members(id) ON DELETE CASCADE,
  constraint profiles_main_photo FOREIGN KEY (main_photo_id) REFERENCES photos(id) ON DELETE SET NULL
) with (fillfactor=85);
CREATE INDEX profiles_badge ON public.profiles USING btree (id DESC) WHERE verified;
CREATE INDEX profiles_couple_names ON public.profiles USING gin (string_to_array(lower(name), ' & '::text)) WHERE (listed AND (gender = 'couple'::text));
CREATE INDEX profiles_created_at ON public.profiles USING btree (created_at);
CREATE INDEX profiles_fictional ON public.profiles USING btree (pool_id, kind, gender, country) WHERE (kind <> 'member'::text);
CREATE INDEX profiles_name ON public.profiles USING btree (lower(name) text_pattern_ops, id DESC);
CREATE INDEX profiles_of_country ON public.profiles USING btree (country, id DESC);
CREATE INDEX profiles_photo ON public.profiles USING btree (pool_id, country, gender, birth_year, id DESC) INCLUDE (date_of_birth, cam_variant, region) WHERE (listed AND (main_photo_id IS NOT NULL));
CREATE INDEX profiles_photo_all_ages ON public.profiles USING btree (pool_id, country, gender, id DESC) INCLUDE (cam_variant, region, date_of_birth, looks, interest_bits) WHERE (listed AND (main_photo_id IS NOT NULL));
CREATE INDEX profiles_search ON public.profiles USING btree (pool_id, country, gender, birth_year, id DESC) INCLUDE (date_of_birth, cam_variant) WHERE listed;
CREATE INDEX profiles_search_active ON public.profiles USING btree (pool_id, country, gender, birth_year, active_on DESC, id DESC) INCLUDE (date_of_birth, cam_variant) WHERE listed;
CREATE INDEX profiles_search_active_all_ages ON public.profiles USING btree (pool_id, country, gender, active_on DESC, id DESC) INCLUDE (cam_variant, region, date_of_birth, looks, interest_bits) WHERE listed;
CREATE INDEX profiles_search_all_ages ON public.profiles USING btree (pool_id, country, gender, id DESC) INCLUDE (cam_variant, date_of_birth, looks, interest_bits) WHERE listed;
CREATE INDEX profiles_search_anywhere ON public.profiles USING btree (pool_id, gender, birth_year, id DESC) INCLUDE (date_of_birth, cam_variant) WHERE listed;
CREATE INDEX profiles_search_name ON public.profiles USING btree (pool_id, country, gender, lower(name), id DESC) WHERE listed;
CREATE INDEX profiles_search_region ON public.profiles USING btree (pool_id, country, region, gender, birth_year, id DESC) INCLUDE (date_of_birth, cam_variant) WHERE listed;
CREATE INDEX profiles_search_region_active ON public.profiles USING btree (pool_id, country, region, gender, birth_year, active_on DESC, id DESC) INCLUDE (date_of_birth, cam_variant) WHERE listed;
CREATE INDEX profiles_search_region_all_ages ON public.profiles USING btree (pool_id, country, region, gender, id DESC) INCLUDE (cam_variant, date_of_birth, looks, interest_bits) WHERE listed;
CREATE INDEX profiles_search_town ON public.profiles USING btree (pool_id, country, gender, city, id DESC) INCLUDE (date_of_birth, cam_variant) WHERE listed;
CREATE INDEX profiles_texts_changed ON public.profiles USING btree (texts_changed_at);
CREATE INDEX profiles_verified ON public.profiles USING btree (pool_id, country, gender, birth_year, id DESC) INCLUDE (date_of_birth, cam_variant, region) WHERE (listed AND verified);
CREATE INDEX profiles_verified_active ON public.profiles USING btree (pool_id, country, gender, active_on DESC, id DESC) INCLUDE (cam_variant, region, date_of_birth, birth_year, looks, interest_bits) WHERE (listed AND verified);
CREATE INDEX profiles_verified_all_ages ON public.profiles USING btree (pool_id, country, gender, id DESC) INCLUDE (cam_variant, region, city, date_of_birth, looks, interest_bits) WHERE (listed AND verified);
CREATE INDEX profiles_verified_anywhere ON public.profiles USING btree (pool_id, gender, birth_year, id DESC) INCLUDE (date_of_birth, cam_variant) WHERE (listed AND verified);
CREATE TRIGGER profiles_keep_pool BEFORE UPDATE OF pool_id ON public.profiles FOR EACH ROW WHEN ((new.pool_id IS DISTINCT FROM old.pool_id)) EXECUTE FUNCTION refuse_pool_change();
CREATE TRIGGER profiles_set_bits BEFORE INSERT OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION set_profile_bits();
CREATE TRIGGER profiles_set_pool BEFORE INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION set_profile_pool();
CREATE TRIGGER profiles_texts_changed BEFORE UPDATE OF name, about, prompts ON public.profiles FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.about IS DISTINCT FROM new.about) OR (old.prompts IS DISTINCT FROM new.prompts))) EXECUTE FUNCTION note_texts_changed();

create table purged_members (
  member_id bigint not null,
  purged_at timestamp with time zone default app_now() not null,
  constraint purged_members_pkey PRIMARY KEY (member_id)
);

create table push_subscriptions (
  member_id bigint not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone default app_now() not null,
  session_hash bytea,
  constraint push_subscriptions_pkey PRIMARY KEY (member_id, endpoint),
  constraint push_subscriptions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint push_subscriptions_member_id_session_hash_fkey FOREIGN KEY (member_id, session_hash) REFERENCES sessions(member_id, token_hash) ON DELETE CASCADE
);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON public.push_subscriptions USING btree (endpoint);
CREATE INDEX push_subscriptions_session ON public.push_subscriptions USING btree (member_id, session_hash);

create table queue_claims (
  queue text not null,
  item_id bigint not null,
  operator_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint queue_claims_queue_check CHECK ((queue = ANY (ARRAY['photos'::text, 'verifications'::text, 'chat_images'::text, 'age_checks'::text, 'voice_intros'::text]))),
  constraint queue_claims_pkey PRIMARY KEY (queue, item_id)
);
CREATE INDEX queue_claims_of_operator ON public.queue_claims USING btree (operator_id);

create table receipt_numbers (
  company_id integer not null,
  kind text not null,
  year integer not null,
  last integer not null,
  constraint receipt_numbers_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text]))),
  constraint receipt_numbers_pkey PRIMARY KEY (company_id, kind, year),
  constraint receipt_numbers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table receipts (
  id uuid not null,
  member_id bigint not null,
  payment_id uuid not null,
  kind text not null,
  company_id integer not null,
  year integer not null,
  number integer not null,
  issued_on date not null,
  details jsonb not null,
  constraint receipts_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text]))),
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_company_id_kind_year_number_key UNIQUE (company_id, kind, year, number),
  constraint receipts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX receipts_by_day ON public.receipts USING btree (issued_on);
CREATE INDEX receipts_of_member ON public.receipts USING btree (member_id);
CREATE INDEX receipts_of_payment ON public.receipts USING btree (payment_id);

create table recovery_codes (
  member_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (member_id, code_hash),
  constraint recovery_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table recovery_drills (
  id bigint generated always as identity,
  held_at timestamp with time zone default app_now() not null,
  lost_seconds integer not null,
  restore_seconds integer not null,
  faults integer not null,
  constraint recovery_drills_pkey PRIMARY KEY (id)
);

create table referrals (
  friend_id bigint not null,
  inviter_id bigint not null,
  host text not null,
  status text default 'waiting'::text not null,
  reason text,
  credits integer,
  payment_id uuid,
  created_at timestamp with time zone default app_now() not null,
  settled_at timestamp with time zone,
  constraint referrals_check CHECK ((friend_id <> inviter_id)),
  constraint referrals_reason_check CHECK ((reason = ANY (ARRAY['related'::text, 'known'::text, 'cap'::text, 'left'::text]))),
  constraint referrals_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'paid'::text, 'refused'::text, 'taken_back'::text]))),
  constraint referrals_pkey PRIMARY KEY (friend_id),
  constraint referrals_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint referrals_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint referrals_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX referrals_by_time ON public.referrals USING btree (created_at DESC, friend_id DESC);
CREATE INDEX referrals_of_inviter ON public.referrals USING btree (inviter_id, settled_at DESC);
CREATE INDEX referrals_of_payment ON public.referrals USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX referrals_paid ON public.referrals USING btree (settled_at) WHERE (status = 'paid'::text);
CREATE INDEX referrals_waiting ON public.referrals USING btree (friend_id) WHERE (status = 'waiting'::text);

create table refunds (
  id uuid not null,
  payment_id uuid not null,
  member_id bigint not null,
  kind text not null,
  credits integer not null,
  amount_cents integer not null,
  currency text not null,
  status text not null,
  reason text,
  asked_by bigint,
  decided_by bigint,
  failure_reason text,
  tries integer default 0 not null,
  next_try_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  settled_at timestamp with time zone,
  approved_by bigint,
  claim_reference text,
  claim_url text,
  constraint refunds_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint refunds_credits_check CHECK ((credits >= 0)),
  constraint refunds_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'deletion'::text, 'operator'::text, 'late'::text, 'closing'::text, 'duplicate'::text]))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['approval'::text, 'pending'::text, 'claimable'::text, 'by_hand'::text, 'completed'::text, 'declined'::text]))),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX refunds_by_age ON public.refunds USING btree (created_at, id);
CREATE INDEX refunds_for_operators ON public.refunds USING btree (id) WHERE (status = ANY (ARRAY['approval'::text, 'by_hand'::text]));
CREATE INDEX refunds_of_member ON public.refunds USING btree (member_id);
CREATE INDEX refunds_of_payment ON public.refunds USING btree (payment_id, created_at);
CREATE INDEX refunds_settled ON public.refunds USING btree (settled_at) WHERE (status = 'completed'::text);
CREATE INDEX refunds_to_follow ON public.refunds USING btree (next_try_at) WHERE (status = 'claimable'::text);
CREATE INDEX refunds_to_send ON public.refunds USING btree (next_try_at) WHERE (status = 'pending'::text);
CREATE INDEX refunds_waiting ON public.refunds USING btree (created_at, id) WHERE (status = ANY (ARRAY['approval'::text, 'pending'::text, 'claimable'::text, 'by_hand'::text]));

create table refused_pictures (
  fingerprint bigint not null,
  refused_at timestamp with time zone default app_now() not null,
  pdq bit(256),
  constraint refused_pictures_pkey PRIMARY KEY (fingerprint)
);
CREATE INDEX refused_pictures_by_bands ON public.refused_pictures USING gin (pdq_bands(pdq)) WITH (fastupdate=off) WHERE (pdq IS NOT NULL);

create table sandbox_age_sessions (
  id uuid default gen_random_uuid() not null,
  check_id bigint not null,
  return_url text not null,
  language text not null,
  outcome text default 'open'::text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint sandbox_age_sessions_pkey PRIMARY KEY (id),
  constraint sandbox_age_sessions_check_id_key UNIQUE (check_id)
);

create table sandbox_liveness_sessions (
  id uuid default gen_random_uuid() not null,
  check_id bigint not null,
  return_url text not null,
  outcome text default 'open'::text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint sandbox_liveness_sessions_outcome_check CHECK ((outcome = ANY (ARRAY['open'::text, 'live'::text, 'not_live'::text]))),
  constraint sandbox_liveness_sessions_pkey PRIMARY KEY (id),
  constraint sandbox_liveness_sessions_check_id_key UNIQUE (check_id)
);

create table sandbox_orders (
  payment_id uuid not null,
  member_id bigint not null,
  amount_cents integer not null,
  currency text not null,
  method text not null,
  description text not null,
  return_url text not null,
  language text not null,
  save_card boolean default false not null,
  outcome text default 'open'::text not null,
  closed boolean default false not null,
  card jsonb,
  created_at timestamp with time zone default app_now() not null,
  refunds jsonb default '{}'::jsonb not null,
  constraint sandbox_orders_outcome_check CHECK ((outcome = ANY (ARRAY['open'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'cancelled'::text, 'chargeback'::text, 'refunded'::text]))),
  constraint sandbox_orders_pkey PRIMARY KEY (payment_id)
);

create table saved_searches (
  id bigint generated always as identity,
  member_id bigint not null,
  name text not null,
  query jsonb not null,
  alerts boolean not null,
  searched_to bigint not null,
  new_matches integer default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  constraint saved_searches_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX saved_searches_alerts ON public.saved_searches USING btree (member_id) WHERE alerts;
CREATE UNIQUE INDEX saved_searches_query ON public.saved_searches USING btree (member_id, md5((query)::text));

create table sessions (
  member_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone default app_now() not null,
  last_used_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  user_agent text,
  country text,
  both_factors boolean default false not null,
  factor_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (member_id, token_hash),
  constraint sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expired ON public.sessions USING btree (expires_at);
CREATE TRIGGER sessions_ended AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION note_ended_session();

create table setting_changes (
  id bigint generated always as identity,
  host text not null,
  key text not null,
  old_value jsonb,
  new_value jsonb,
  operator_id bigint not null,
  undoes bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint setting_changes_pkey PRIMARY KEY (id),
  constraint setting_changes_host_fkey FOREIGN KEY (host) REFERENCES sites(host),
  constraint setting_changes_undoes_fkey FOREIGN KEY (undoes) REFERENCES setting_changes(id)
);
CREATE INDEX setting_changes_of_key ON public.setting_changes USING btree (host, key, id DESC);
CREATE INDEX setting_changes_of_site ON public.setting_changes USING btree (host, id DESC);
CREATE INDEX setting_changes_of_zones ON public.setting_changes USING btree (host, id) WHERE (key = 'time_zone'::text);

create table shared_dates (
  id bigint generated always as identity,
  member_id bigint not null,
  client_id uuid not null,
  link_key uuid default gen_random_uuid() not null,
  who text not null,
  place text not null,
  note text not null,
  starts_at timestamp with time zone not null,
  time_zone text not null,
  check_in_hours smallint,
  expires_at timestamp with time zone not null,
  reminded_at timestamp with time zone,
  checked_in_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  constraint shared_dates_check_in_hours_check CHECK (((check_in_hours >= 1) AND (check_in_hours <= 24))),
  constraint shared_dates_note_check CHECK ((length(note) <= 1000)),
  constraint shared_dates_place_check CHECK ((length(place) <= 200)),
  constraint shared_dates_who_check CHECK (((length(who) >= 1) AND (length(who) <= 60))),
  constraint shared_dates_pkey PRIMARY KEY (id),
  constraint shared_dates_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX shared_dates_expiry ON public.shared_dates USING btree (expires_at);
CREATE UNIQUE INDEX shared_dates_link ON public.shared_dates USING btree (link_key);
CREATE UNIQUE INDEX shared_dates_of_member ON public.shared_dates USING btree (member_id, client_id);

create table sign_up_rule_hits (
  rule_id uuid not null,
  day date not null,
  hits integer default 0 not null,
  solved integer default 0 not null,
  constraint sign_up_rule_hits_pkey PRIMARY KEY (rule_id, day),
  constraint sign_up_rule_hits_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES sign_up_rules(id) ON DELETE CASCADE
);

create table sign_up_rules (
  id uuid not null,
  kind text not null,
  value text not null,
  network cidr,
  effect text not null,
  note text default ''::text not null,
  until date,
  site text,
  created_by bigint not null,
  created_at timestamp with time zone default app_now() not null,
  removed_at timestamp with time zone,
  constraint sign_up_rules_check CHECK (((kind = 'network'::text) = (network IS NOT NULL))),
  constraint sign_up_rules_effect_check CHECK ((effect = ANY (ARRAY['hold'::text, 'proof_of_work'::text]))),
  constraint sign_up_rules_kind_check CHECK ((kind = ANY (ARRAY['mail_domain'::text, 'network'::text, 'asn'::text, 'country'::text]))),
  constraint sign_up_rules_pkey PRIMARY KEY (id),
  constraint sign_up_rules_site_fkey FOREIGN KEY (site) REFERENCES sites(host) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX sign_up_rules_by_network ON public.sign_up_rules USING gist (network inet_ops) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX sign_up_rules_in_force ON public.sign_up_rules USING btree (kind, value, COALESCE(site, ''::text)) WHERE (removed_at IS NULL);

create table site_pictures (
  name text not null,
  content bytea not null,
  created_at timestamp with time zone default app_now() not null,
  constraint site_pictures_pkey PRIMARY KEY (name)
);

create table sites (
  host text not null,
  company_id integer not null,
  overrides jsonb default '{}'::jsonb not null,
  aliases text[] default '{}'::text[] not null,
  pool_id smallint default 1 not null,
  constraint sites_pkey PRIMARY KEY (host),
  constraint sites_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint sites_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id)
);

create table soft_bounces (
  member_id bigint not null,
  count integer default 0 not null,
  first_at timestamp with time zone default app_now() not null,
  constraint soft_bounces_pkey PRIMARY KEY (member_id),
  constraint soft_bounces_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table static_pages (
  host text default '*'::text not null,
  language text not null,
  token text not null,
  title text not null,
  body text not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint static_pages_token_check CHECK ((token ~ '^[a-z0-9][a-z0-9-]{0,59}$'::text)),
  constraint static_pages_pkey PRIMARY KEY (host, token, language)
);

create table stored_cards (
  id bigint generated always as identity,
  member_id bigint not null,
  gateway text not null,
  token text not null,
  brand text not null,
  last4 text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint stored_cards_pkey PRIMARY KEY (id),
  constraint stored_cards_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX stored_cards_of_member ON public.stored_cards USING btree (member_id, id DESC);

create table support_messages (
  id bigint generated always as identity,
  thread_id bigint not null,
  member_id bigint,
  operator_id bigint,
  by_support boolean not null,
  body text not null,
  client_id uuid not null,
  created_at timestamp with time zone default app_now() not null,
  constraint support_messages_pkey PRIMARY KEY (id),
  constraint support_messages_thread_id_client_id_key UNIQUE (thread_id, client_id),
  constraint support_messages_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint support_messages_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint support_messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES support_threads(id) ON DELETE CASCADE
);
CREATE INDEX support_messages_member ON public.support_messages USING btree (member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX support_messages_operator ON public.support_messages USING btree (operator_id) WHERE (operator_id IS NOT NULL);

create table support_notes (
  id bigint generated always as identity,
  thread_id bigint not null,
  operator_id bigint,
  body text not null,
  client_id uuid not null,
  created_at timestamp with time zone default app_now() not null,
  constraint support_notes_pkey PRIMARY KEY (id),
  constraint support_notes_thread_id_client_id_key UNIQUE (thread_id, client_id),
  constraint support_notes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint support_notes_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES support_threads(id) ON DELETE CASCADE
);
CREATE INDEX support_notes_operator ON public.support_notes USING btree (operator_id) WHERE (operator_id IS NOT NULL);

create table support_templates (
  id uuid not null,
  language text not null,
  title text not null,
  body text not null,
  active boolean default true not null,
  updated_by bigint,
  updated_at timestamp with time zone default app_now() not null,
  constraint support_templates_pkey PRIMARY KEY (id),
  constraint support_templates_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES members(id) ON DELETE SET NULL
);
CREATE INDEX support_templates_language ON public.support_templates USING btree (language, title);
CREATE INDEX support_templates_updated_by ON public.support_templates USING btree (updated_by) WHERE (updated_by IS NOT NULL);

create table support_threads (
  id bigint generated always as identity,
  member_id bigint,
  email text,
  host text,
  language text not null,
  subject text not null,
  status text default 'open'::text not null,
  snoozed_until timestamp with time zone,
  waiting_since timestamp with time zone default app_now() not null,
  assigned_to bigint,
  version integer default 1 not null,
  unread boolean default false not null,
  client_id uuid not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint support_threads_check CHECK (((status = 'snoozed'::text) = (snoozed_until IS NOT NULL))),
  constraint support_threads_status_check CHECK ((status = ANY (ARRAY['open'::text, 'waiting'::text, 'snoozed'::text, 'closed'::text]))),
  constraint support_threads_pkey PRIMARY KEY (id),
  constraint support_threads_client_id_member_id_key UNIQUE NULLS NOT DISTINCT (client_id, member_id),
  constraint support_threads_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES members(id) ON DELETE SET NULL,
  constraint support_threads_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX support_threads_assigned ON public.support_threads USING btree (assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX support_threads_member ON public.support_threads USING btree (member_id, updated_at, id) WHERE (member_id IS NOT NULL);
CREATE INDEX support_threads_updated ON public.support_threads USING btree (status, updated_at, id);
CREATE INDEX support_threads_waiting ON public.support_threads USING btree (waiting_since, id) WHERE (status = ANY (ARRAY['open'::text, 'snoozed'::text]));

create table support_viewers (
  thread_id bigint not null,
  operator_id bigint not null,
  seen_at timestamp with time zone default app_now() not null,
  constraint support_viewers_pkey PRIMARY KEY (thread_id, operator_id),
  constraint support_viewers_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint support_viewers_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES support_threads(id) ON DELETE CASCADE
);
CREATE INDEX support_viewers_operator ON public.support_viewers USING btree (operator_id);

create table swipe_choices (
  member_id bigint not null,
  profile_id bigint not null,
  liked boolean not null,
  day date not null,
  created_at timestamp with time zone default app_now() not null,
  constraint swipe_choices_pkey PRIMARY KEY (member_id, profile_id),
  constraint swipe_choices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX swipe_choices_latest ON public.swipe_choices USING btree (member_id, created_at DESC) INCLUDE (profile_id);

create table swipe_days (
  member_id bigint not null,
  day date not null,
  likes_used integer not null,
  constraint swipe_days_likes_used_check CHECK ((likes_used >= 0)),
  constraint swipe_days_pkey PRIMARY KEY (member_id, day),
  constraint swipe_days_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table text_versions (
  id bigint generated always as identity,
  kind text not null,
  name text not null,
  host text not null,
  language text not null,
  content jsonb,
  operator_id bigint,
  created_at timestamp with time zone default app_now() not null,
  constraint text_versions_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'landing_slug'::text, 'mail'::text]))),
  constraint text_versions_pkey PRIMARY KEY (id)
);
CREATE INDEX text_versions_of ON public.text_versions USING btree (kind, name, host, language, id DESC);

create table totp_secrets (
  member_id bigint not null,
  secret_sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint totp_secrets_pkey PRIMARY KEY (member_id),
  constraint totp_secrets_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table trips (
  id bigint generated always as identity,
  member_id bigint not null,
  client_id uuid not null,
  country text not null,
  region text not null,
  city text not null,
  starts_on date not null,
  ends_on date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone default app_now() not null,
  constraint trips_check CHECK ((ends_on >= starts_on)),
  constraint trips_check1 CHECK ((ends_at > starts_at)),
  constraint trips_pkey PRIMARY KEY (id),
  constraint trips_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX trips_country ON public.trips USING btree (country, id) INCLUDE (member_id, starts_at, ends_at);
CREATE INDEX trips_end ON public.trips USING btree (ends_at);
CREATE UNIQUE INDEX trips_of_member ON public.trips USING btree (member_id, client_id);
CREATE INDEX trips_region ON public.trips USING btree (country, region, id) INCLUDE (member_id, starts_at, ends_at);
CREATE INDEX trips_town ON public.trips USING btree (country, region, city, id) INCLUDE (member_id, starts_at, ends_at);

create table trusted_flaggers (
  id uuid not null,
  name text not null,
  email text not null,
  country text not null,
  language text not null,
  link_version integer default 1 not null,
  created_by bigint not null,
  created_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  ended_by bigint,
  constraint trusted_flaggers_pkey PRIMARY KEY (id)
);

create table unanswered (
  conversation_id bigint not null,
  profile_id bigint not null,
  member_id bigint not null,
  first_message_id bigint not null,
  since timestamp with time zone not null,
  returned_at timestamp with time zone,
  returned_credits integer,
  reported_since timestamp with time zone,
  constraint unanswered_pkey PRIMARY KEY (conversation_id),
  constraint unanswered_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
);
CREATE INDEX unanswered_by_wait ON public.unanswered USING btree (since, conversation_id);
CREATE INDEX unanswered_overdue ON public.unanswered USING btree (since) WHERE (returned_at IS NULL);

create table used_allowances (
  hash bytea not null,
  messages integer not null,
  conversations integer not null,
  until timestamp with time zone not null,
  constraint used_allowances_pkey PRIMARY KEY (hash)
);
CREATE INDEX used_allowances_to_purge ON public.used_allowances USING btree (until);

create table used_proofs (
  nonce text not null,
  expires_at timestamp with time zone not null,
  constraint used_proofs_pkey PRIMARY KEY (nonce)
);
CREATE INDEX used_proofs_by_expiry ON public.used_proofs USING btree (expires_at);

create table vat_rates (
  country text not null,
  valid_from date not null,
  percentage numeric(4,2) not null,
  constraint vat_rates_percentage_check CHECK (((percentage >= (0)::numeric) AND (percentage <= (50)::numeric))),
  constraint vat_rates_pkey PRIMARY KEY (country, valid_from)
);

create table verification_demands (
  member_id bigint not null,
  kind text not null,
  words text default ''::text not null,
  asked_by bigint,
  asked_at timestamp with time zone default app_now() not null,
  constraint verification_demands_kind_check CHECK ((kind = ANY (ARRAY['asked'::text, 'disposable_mail'::text]))),
  constraint verification_demands_pkey PRIMARY KEY (member_id),
  constraint verification_demands_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table verifications (
  id bigint generated always as identity,
  member_id bigint not null,
  pose text not null,
  storage_key text,
  asked_at timestamp with time zone default app_now() not null,
  sent_at timestamp with time zone,
  verified boolean,
  refusal_reason text,
  decided_at timestamp with time zone,
  decided_by bigint,
  fingerprint bigint,
  intimate boolean,
  pdq bit(256),
  pdq_quality smallint,
  awaits_lists boolean default false not null,
  compared_photos bigint[],
  constraint verifications_pkey PRIMARY KEY (id),
  constraint verifications_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX verifications_awaiting_lists ON public.verifications USING btree (id) WHERE awaits_lists;
CREATE INDEX verifications_of_member ON public.verifications USING btree (member_id, id DESC);
CREATE UNIQUE INDEX verifications_open ON public.verifications USING btree (member_id) WHERE (decided_at IS NULL);
CREATE INDEX verifications_selfies ON public.verifications USING btree (storage_key) WHERE (storage_key IS NOT NULL);
CREATE INDEX verifications_unhashed ON public.verifications USING btree (id) WHERE ((pdq_quality IS NULL) AND (storage_key IS NOT NULL));
CREATE INDEX verifications_waiting ON public.verifications USING btree (id) WHERE ((sent_at IS NOT NULL) AND (decided_at IS NULL));

create table video_call_minutes (
  call_id uuid not null,
  minute integer not null,
  credits integer not null,
  state text default 'reserved'::text not null,
  reserved_at timestamp with time zone default app_now() not null,
  settled_at timestamp with time zone,
  constraint video_call_minutes_check CHECK (((state = 'reserved'::text) = (settled_at IS NULL))),
  constraint video_call_minutes_credits_check CHECK ((credits > 0)),
  constraint video_call_minutes_minute_check CHECK ((minute > 0)),
  constraint video_call_minutes_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'captured'::text, 'released'::text]))),
  constraint video_call_minutes_pkey PRIMARY KEY (call_id, minute),
  constraint video_call_minutes_call_id_fkey FOREIGN KEY (call_id) REFERENCES video_calls(id) ON DELETE CASCADE
);

create table video_calls (
  id uuid not null,
  caller_id bigint not null,
  callee_id bigint not null,
  conversation_id bigint not null,
  kind text not null,
  status text default 'ringing'::text not null,
  ended text,
  credits_per_minute integer not null,
  free_seconds integer not null,
  minutes integer not null,
  created_at timestamp with time zone default app_now() not null,
  rings_until timestamp with time zone not null,
  accepted_at timestamp with time zone,
  started_at timestamp with time zone,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  generation integer default 1 not null,
  caller_device uuid not null,
  callee_device uuid,
  caller_seen_at timestamp with time zone default app_now() not null,
  callee_seen_at timestamp with time zone,
  caller_since timestamp with time zone default app_now() not null,
  callee_since timestamp with time zone,
  caller_connected boolean default false not null,
  callee_connected boolean default false not null,
  caller_clear boolean default false not null,
  callee_clear boolean default false not null,
  caller_sdp text,
  callee_sdp text,
  constraint video_calls_check CHECK ((caller_id <> callee_id)),
  constraint video_calls_check1 CHECK ((((status = 'ended'::text) = (ended IS NOT NULL)) AND ((ended IS NULL) = (ended_at IS NULL)))),
  constraint video_calls_check2 CHECK (((ended IS NULL) OR ((caller_sdp IS NULL) AND (callee_sdp IS NULL)))),
  constraint video_calls_credits_per_minute_check CHECK ((credits_per_minute >= 0)),
  constraint video_calls_ended_check CHECK ((ended = ANY (ARRAY['hung_up'::text, 'declined'::text, 'missed'::text, 'cancelled'::text, 'failed'::text, 'no_credits'::text, 'blocked'::text, 'time_up'::text]))),
  constraint video_calls_free_seconds_check CHECK ((free_seconds >= 0)),
  constraint video_calls_kind_check CHECK ((kind = ANY (ARRAY['video'::text, 'voice'::text]))),
  constraint video_calls_minutes_check CHECK ((minutes > 0)),
  constraint video_calls_status_check CHECK ((status = ANY (ARRAY['ringing'::text, 'connecting'::text, 'active'::text, 'ended'::text]))),
  constraint video_calls_pkey PRIMARY KEY (id),
  constraint video_calls_callee_id_fkey FOREIGN KEY (callee_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint video_calls_caller_id_fkey FOREIGN KEY (caller_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX video_calls_callee ON public.video_calls USING btree (callee_id);
CREATE UNIQUE INDEX video_calls_callee_open ON public.video_calls USING btree (callee_id) WHERE (status <> 'ended'::text);
CREATE UNIQUE INDEX video_calls_caller_open ON public.video_calls USING btree (caller_id) WHERE (status <> 'ended'::text);
CREATE INDEX video_calls_old ON public.video_calls USING btree (created_at);
CREATE INDEX video_calls_pair ON public.video_calls USING btree (caller_id, callee_id, created_at);

create table voice_intros (
  id bigint generated always as identity,
  member_id bigint not null,
  client_id uuid not null,
  storage_key text not null,
  duration_ms integer not null,
  waveform text not null,
  status text default 'inspecting'::text not null,
  refusal_reason text,
  created_at timestamp with time zone default app_now() not null,
  decided_at timestamp with time zone,
  decided_by bigint,
  constraint voice_intros_status_check CHECK ((status = ANY (ARRAY['inspecting'::text, 'active'::text, 'refused'::text]))),
  constraint voice_intros_waveform_check CHECK ((waveform ~ '^[0-9a-f]{64}$'::text)),
  constraint voice_intros_pkey PRIMARY KEY (id),
  constraint voice_intros_member_id_client_id_key UNIQUE (member_id, client_id),
  constraint voice_intros_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX voice_intros_active ON public.voice_intros USING btree (member_id) WHERE (status = 'active'::text);
CREATE INDEX voice_intros_folder ON public.voice_intros USING btree (storage_key);
CREATE UNIQUE INDEX voice_intros_inspecting ON public.voice_intros USING btree (member_id) WHERE (status = 'inspecting'::text);
CREATE INDEX voice_intros_waiting ON public.voice_intros USING btree (id) WHERE (status = 'inspecting'::text);

create table waiting_changes (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  object text not null,
  before jsonb,
  after jsonb not null,
  state text default 'waiting'::text not null,
  asked_by bigint not null,
  decided_by bigint,
  created_at timestamp with time zone default app_now() not null,
  decided_at timestamp with time zone,
  constraint waiting_changes_kind_check CHECK ((kind = ANY (ARRAY['setting'::text, 'package'::text]))),
  constraint waiting_changes_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'declined'::text]))),
  constraint waiting_changes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX waiting_changes_of_object ON public.waiting_changes USING btree (kind, object) WHERE (state = 'waiting'::text);

create table webhook_deliveries (
  id uuid not null,
  number bigint generated always as identity,
  webhook_id uuid not null,
  event text not null,
  member_id bigint,
  payload jsonb not null,
  state text default 'waiting'::text not null,
  tries integer default 0 not null,
  status integer,
  created_at timestamp with time zone default app_now() not null,
  tried_at timestamp with time zone,
  next_at timestamp with time zone,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'given_up'::text]))),
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_number_key UNIQUE (number),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_of ON public.webhook_deliveries USING btree (webhook_id, number DESC);
CREATE INDEX webhook_deliveries_of_member ON public.webhook_deliveries USING btree (member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX webhook_deliveries_old ON public.webhook_deliveries USING btree (created_at);

create table webhooks (
  id uuid not null,
  url text not null,
  events text[] not null,
  secret_sealed bytea not null,
  active boolean default true not null,
  created_by bigint not null,
  created_at timestamp with time zone default app_now() not null,
  site text,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_site_fkey FOREIGN KEY (site) REFERENCES sites(host)
);

create table withdrawals (
  id uuid not null,
  member_id bigint,
  payment_id uuid,
  refund_id uuid,
  name text not null,
  email text not null,
  order_text text not null,
  locale text not null,
  host text,
  outcome text not null,
  received_at timestamp with time zone default app_now() not null,
  handled_at timestamp with time zone,
  handled_by bigint,
  constraint withdrawals_outcome_check CHECK ((outcome = ANY (ARRAY['refunded'::text, 'nothing_unused'::text, 'late'::text, 'unmatched'::text]))),
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint withdrawals_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX withdrawals_by_age ON public.withdrawals USING btree (received_at, id) WHERE (outcome = 'unmatched'::text);
CREATE INDEX withdrawals_of_member ON public.withdrawals USING btree (member_id, received_at);
CREATE INDEX withdrawals_unmatched ON public.withdrawals USING btree (id) WHERE ((outcome = 'unmatched'::text) AND (handled_at IS NULL));
CREATE INDEX withdrawals_waiting ON public.withdrawals USING btree (received_at, id) WHERE ((outcome = 'unmatched'::text) AND (handled_at IS NULL));

-- Functions

CREATE OR REPLACE FUNCTION public.answer_quoted(in_profile bigint, in_prompt text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('kind', 'prompt', 'id', a ->> 'prompt', 'answer', a ->> 'answer')
    from profiles p, jsonb_array_elements(p.prompts) a
    where p.id = in_profile and a ->> 'prompt' = in_prompt and not 'prompts' = any (p.hidden_fields)
$function$;

CREATE OR REPLACE FUNCTION public.answers_between(in_from timestamp with time zone, in_until timestamp with time zone)
 RETURNS TABLE(sender_id bigint, created_at timestamp with time zone, asker_id bigint, asked_at timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select a.sender_id, a.created_at, before.sender_id, asked.created_at
    from messages a
    cross join lateral (
      select b.sender_id from messages b where b.conversation_id = a.conversation_id and b.id < a.id order by b.id desc limit 1
    ) before
    cross join lateral (
      select q.created_at from messages q
        where q.conversation_id = a.conversation_id and q.id < a.id and q.id > coalesce((
          select o.id from messages o
            where o.conversation_id = a.conversation_id and o.id < a.id and o.sender_id = a.sender_id
            order by o.id desc limit 1
        ), 0)
        order by q.id limit 1
    ) asked
    where a.created_at >= in_from and a.created_at < in_until and before.sender_id <> a.sender_id
$function$;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select now() $function$;

CREATE OR REPLACE FUNCTION public.book_credits(in_member bigint, in_kind text, in_credits integer, in_counter text, in_key text, in_payment uuid)
 RETURNS TABLE(booked boolean, repeated boolean, credits integer, credit_debt integer, paid_user boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  owner members;
  lent int := 0;
  repaid int := 0;
begin
  select * into owner from members where id = in_member for no key update;
  if not found then
    return query select false, false, 0, 0, false;
    return;
  end if;
  perform from ledger_entries where member_id = in_member and idempotency_key = in_key;
  if found then
    return query select true, true, owner.credits, owner.credit_debt, owner.paid_user;
    return;
  end if;

  if owner.credits + in_credits < 0 then
    if in_kind <> 'chargeback' then
      return query select false, false, owner.credits, owner.credit_debt, owner.paid_user;
      return;
    end if;
    lent := -(owner.credits + in_credits);
    insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, payment_id)
      values (in_member, 'debt', lent, 'debt', owner.credits + lent, in_key || ':debt', in_payment);
  end if;

  insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, payment_id)
    values (in_member, in_kind, in_credits, in_counter, owner.credits + lent + in_credits, in_key, in_payment);

  if in_credits > 0 and owner.credit_debt > 0 then
    repaid := least(owner.credit_debt, in_credits);
    insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, payment_id)
      values (in_member, 'debt', -repaid, 'debt', owner.credits + in_credits - repaid, in_key || ':debt', in_payment);
  end if;

  return query
    update members m set
        credits = owner.credits + lent + in_credits - repaid,
        credit_debt = owner.credit_debt + lent - repaid,
        paid_user = owner.paid_user or in_kind = 'purchase'
      where m.id = in_member
      returning true, false, m.credits, m.credit_debt, m.paid_user;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_old_messages(in_days integer, in_most integer)
 RETURNS integer
 LANGUAGE sql
AS $function$
  with old as (
    select conversation_id, id from messages where created_at < app_now() - in_days * interval '1 day' limit in_most
  ),
  gone as (delete from messages m using old where m.conversation_id = old.conversation_id and m.id = old.id returning m.conversation_id, m.id),
  forgotten as (
    update participants p set last_excerpt = null
      from gone join conversations c on c.id = gone.conversation_id and c.last_message_id = gone.id
      where p.conversation_id = c.id and p.member_id in (c.member_low, c.member_high) and p.last_message_id = gone.id
  )
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION public.delete_rest_of_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from participants where conversation_id = old.id and member_id in (old.member_low, old.member_high);
  delete from messages where conversation_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.entries_of(in_member bigint)
 RETURNS SETOF ledger_entries
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from ledger_entries where member_id = in_member
$function$;

CREATE OR REPLACE FUNCTION public.entries_of_books(in_month date)
 RETURNS TABLE(member_id bigint, payment_id uuid, kind text, credits integer, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select member_id, payment_id, kind, credits, created_at from ledger_entries
    where created_at < ((in_month + interval '1 month')::date + 1)::timestamp at time zone 'UTC'
$function$;

CREATE OR REPLACE FUNCTION public.entry_with(in_member bigint, in_key text)
 RETURNS SETOF ledger_entries
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from ledger_entries where member_id = in_member and idempotency_key = in_key
$function$;

CREATE OR REPLACE FUNCTION public.excerpt_of(in_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select left(in_text, 160)
$function$;

CREATE OR REPLACE FUNCTION public.has_hidden_word(in_member bigint, in_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (
    select from contact_conditions c, unnest(c.hidden_words) word
      where c.member_id = in_member and position(plain_words(word) in plain_words(in_text)) > 0);
end $function$;

CREATE OR REPLACE FUNCTION public.interest_bits(words text[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when cardinality(words) = 0 then 0::bigint else
    (case when 'relationship' = any (words) then 1::bigint else 0 end) |
    (case when 'onenightstand' = any (words) then 2::bigint else 0 end) |
    (case when 'kissing' = any (words) then 4::bigint else 0 end) |
    (case when 'hugging' = any (words) then 8::bigint else 0 end) |
    (case when 'massages' = any (words) then 16::bigint else 0 end) |
    (case when 'lingerie' = any (words) then 32::bigint else 0 end) |
    (case when 'sex' = any (words) then 64::bigint else 0 end) |
    (case when 'safesex' = any (words) then 128::bigint else 0 end) |
    (case when 'publicsex' = any (words) then 256::bigint else 0 end) |
    (case when 'oralsex' = any (words) then 512::bigint else 0 end) |
    (case when 'analsex' = any (words) then 1024::bigint else 0 end) |
    (case when 'sextoys' = any (words) then 2048::bigint else 0 end) |
    (case when 'masturbating' = any (words) then 4096::bigint else 0 end) |
    (case when 'exchangingpictures' = any (words) then 8192::bigint else 0 end) |
    (case when 'threesome' = any (words) then 16384::bigint else 0 end) |
    (case when 'gangbang' = any (words) then 32768::bigint else 0 end) |
    (case when 'bondage' = any (words) then 65536::bigint else 0 end) |
    (case when 'sadomasochism' = any (words) then 131072::bigint else 0 end) |
    (case when 'gym' = any (words) then 262144::bigint else 0 end) |
    (case when 'sports' = any (words) then 524288::bigint else 0 end) |
    (case when 'dancing' = any (words) then 1048576::bigint else 0 end) |
    (case when 'travelling' = any (words) then 2097152::bigint else 0 end) |
    (case when 'adventure' = any (words) then 4194304::bigint else 0 end) |
    (case when 'party' = any (words) then 8388608::bigint else 0 end) |
    (case when 'tattoos' = any (words) then 16777216::bigint else 0 end) |
    (case when 'music' = any (words) then 33554432::bigint else 0 end) |
    (case when 'movies' = any (words) then 67108864::bigint else 0 end) |
    (case when 'videogames' = any (words) then 134217728::bigint else 0 end) |
    (case when 'politics' = any (words) then 268435456::bigint else 0 end) |
    (case when 'outdoors' = any (words) then 536870912::bigint else 0 end) |
    (case when 'gardening' = any (words) then 1073741824::bigint else 0 end) |
    (case when 'hiking' = any (words) then 2147483648::bigint else 0 end) |
    (case when 'biking' = any (words) then 4294967296::bigint else 0 end) |
    (case when 'reading' = any (words) then 8589934592::bigint else 0 end) |
    (case when 'animals' = any (words) then 17179869184::bigint else 0 end) |
    (case when 'beach' = any (words) then 34359738368::bigint else 0 end) |
    (case when 'art' = any (words) then 68719476736::bigint else 0 end) |
    (case when 'photography' = any (words) then 137438953472::bigint else 0 end) |
    (case when 'theater' = any (words) then 274877906944::bigint else 0 end) |
    (case when 'shopping' = any (words) then 549755813888::bigint else 0 end) |
    (case when 'fashion' = any (words) then 1099511627776::bigint else 0 end) |
    (case when 'astrology' = any (words) then 2199023255552::bigint else 0 end) |
    (case when 'cooking' = any (words) then 4398046511104::bigint else 0 end) |
    (case when 'foodie' = any (words) then 8796093022208::bigint else 0 end) |
    (case when 'bbq' = any (words) then 17592186044416::bigint else 0 end) |
    (case when 'sushi' = any (words) then 35184372088832::bigint else 0 end) |
    (case when 'vegetarian' = any (words) then 70368744177664::bigint else 0 end) |
    (case when 'wine' = any (words) then 140737488355328::bigint else 0 end) |
    (case when 'beer' = any (words) then 281474976710656::bigint else 0 end) |
    (case when 'tea' = any (words) then 562949953421312::bigint else 0 end) |
    (case when 'coffee' = any (words) then 1125899906842624::bigint else 0 end)
  end
$function$;

CREATE OR REPLACE FUNCTION public.is_invisible_to(viewer bigint, profile bigint, invisible boolean, incognito boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select invisible and not (incognito and exists (select from likes l where l.liker_id = profile and l.liked_id = viewer))
$function$;

CREATE OR REPLACE FUNCTION public.is_known(account text, profile text, invisible boolean, conversation boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select is_there(account, profile) and (conversation or (account = 'active' and not invisible))
$function$;

CREATE OR REPLACE FUNCTION public.is_reachable(account text, profile text, held_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select is_there(account, profile) and held_at is null
$function$;

CREATE OR REPLACE FUNCTION public.is_there(account text, profile text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select account = 'not_confirmed' or (account = 'active' and profile = 'active')
$function$;

CREATE OR REPLACE FUNCTION public.keep_audit_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_measure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.member_id, new.kind, new.ground, new.complaint_id, new.operator_id, new.until, new.undo, new.created_at, new.detection)
      is not distinct from
      (old.id, old.member_id, old.kind, old.ground, old.complaint_id, old.operator_id, old.until, old.undo, old.created_at, old.detection)
    and new.facts in (old.facts, '')
    and (old.ended_at is null or (new.ended_at, new.ended_by) is not distinct from (old.ended_at, old.ended_by)) then
    return new;
  end if;
  raise exception 'measures stay as they were taken';
end $function$;

CREATE OR REPLACE FUNCTION public.lacks_age_check(in_member bigint, in_countries text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  asking text[] := string_to_array(in_countries, ',');
begin
  -- On most sites no country asks. A condition without a subquery runs no statement.
  if in_countries = '' then
    return false;
  end if;
  return exists (
    select from profiles p
      where p.id = in_member and p.kind = 'member' and (p.country = any (asking) or p.former_countries && asking)
        and not exists (
          select from age_checks a
            where a.member_id = p.id and a.state = 'passed' and (a.expires_at > app_now() or p.country <> all (asking))));
end $function$;

CREATE OR REPLACE FUNCTION public.lacks_verification(in_sender bigint, in_recipient bigint, in_rule text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if needs_verification(in_sender, in_rule) is null then
    return false;
  end if;
  return not exists (
    select from side_with(in_recipient, in_sender) theirs where theirs.messages_sent > 0);
end $function$;

CREATE OR REPLACE FUNCTION public.like_profile(in_liker bigint, in_liked bigint, in_resell boolean, in_age_countries text DEFAULT ''::text, in_silent boolean DEFAULT false)
 RETURNS TABLE(seen text, name text, is_new boolean, match boolean, is_news boolean, shown boolean, liker_version xid, liked_version xid, unmet text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  condition record;
begin
  perform lock_pair(in_liker, in_liked);
  seen := seen_by(in_liker, in_liked, 'approached', in_resell);
  select p.name, p.xmin into name, liked_version from profiles p where p.id = in_liked;
  select * into condition from unmet_condition(in_liked, in_liker);
  if seen = 'visible' and lacks_age_check(in_liker, in_age_countries) then
    unmet := 'age_check_required';
  elsif seen = 'visible' and condition.refused and condition.code is not null and not exists (select from likes where liker_id = in_liker and liked_id = in_liked) then
    unmet := condition.code;
  elsif seen = 'visible' then
    insert into likes (liker_id, liked_id) values (in_liker, in_liked) on conflict (liker_id, liked_id) do nothing;
    is_new := found;
    match := exists (select from likes where liker_id = in_liked and liked_id = in_liker);
    if is_new and condition.code is null and not in_silent then
      insert into like_notices as told (member_id, liker_id, match) values (in_liked, in_liker, match)
        on conflict (member_id, liker_id, match) do update set told_at = excluded.told_at where told.told_at < app_now() - interval '1 day';
      is_news := found;
      if is_news then
        perform record_activity(in_liked, case when match then 'match' else 'like' end, in_liker::text, in_liker, '{}', true);
      end if;
      if match then
        -- The liker sees the match at once.
        perform record_activity(in_liker, 'match', in_liked::text, in_liked, '{}', false);
      end if;
      shown := seen_by(in_liked, in_liker, 'opened', in_resell) is not distinct from 'visible';
      select p.xmin into liker_version from profiles p where p.id = in_liker;
    end if;
  end if;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_pair(one bigint, other bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('pair ' || least(one, other) || ':' || greatest(one, other), 0));
end $function$;

CREATE OR REPLACE FUNCTION public.looks_bits(sexuality text, relationship_status text, body_type text, hair_color text, eye_color text, tattoos text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select
    (case sexuality when 'hetero' then 1 when 'gay' then 2 when 'lesbian' then 4 when 'bi' then 8 else 0 end) |
    (case relationship_status when 'divorced' then 16 when 'living_together' then 32 when 'married' then 64 when 'single' then 128 when 'widowed' then 256 when 'unmarried' then 512 else 0 end) |
    (case body_type when 'slim' then 1024 when 'normal' then 2048 when 'fat' then 4096 else 0 end) |
    (case hair_color when 'brunette' then 8192 when 'blond' then 16384 when 'brown' then 32768 when 'white' then 65536 when 'bald' then 131072 when 'black' then 262144 when 'dark_blond' then 524288 when 'dark_brown' then 1048576 when 'gray' then 2097152 when 'red' then 4194304 when 'other' then 8388608 else 0 end) |
    (case eye_color when 'blue' then 16777216 when 'green' then 33554432 when 'hazel' then 67108864 when 'brown' then 134217728 else 0 end) |
    (case tattoos when 'none' then 268435456 when 'some' then 536870912 when 'many' then 1073741824 else 0 end)
$function$;

CREATE OR REPLACE FUNCTION public.mark_read(in_member bigint, in_conversation bigint)
 RETURNS TABLE(other_id bigint, read_to bigint, other_sees boolean)
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.message_of(in_conversation bigint, in_message bigint)
 RETURNS TABLE(message messages, version xid)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select m, m.xmin from messages m where m.conversation_id = in_conversation and m.id = in_message
$function$;

CREATE OR REPLACE FUNCTION public.message_page(in_conversation bigint, in_before bigint, in_above bigint, in_days integer, in_limit integer)
 RETURNS TABLE(conversation_id bigint, id bigint, version xid, image_id bigint, reply_to_id bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select conversation_id, id, xmin, image_id, reply_to_id from messages
    where conversation_id = in_conversation and id < in_before and id > in_above
      and created_at > (select app_now() - in_days * interval '1 day')
    order by id desc limit in_limit
$function$;

CREATE OR REPLACE FUNCTION public.messages_after(in_conversation bigint, in_above bigint)
 RETURNS SETOF messages
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from messages where conversation_id = in_conversation and id > in_above
$function$;

CREATE OR REPLACE FUNCTION public.messages_among(in_conversations bigint[], in_message bigint)
 RETURNS SETOF messages
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from messages where conversation_id = any (in_conversations) and id = in_message
$function$;

CREATE OR REPLACE FUNCTION public.messages_at(in_conversation bigint, in_message bigint)
 RETURNS SETOF messages
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from messages where conversation_id = in_conversation and id = in_message
$function$;

CREATE OR REPLACE FUNCTION public.messages_before(in_conversation bigint, in_below bigint)
 RETURNS SETOF messages
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from messages where conversation_id = in_conversation and id < in_below
$function$;

CREATE OR REPLACE FUNCTION public.messages_between(in_from timestamp with time zone, in_until timestamp with time zone)
 RETURNS TABLE(conversation_id bigint, id bigint, sender_id bigint, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select conversation_id, id, sender_id, created_at from messages where created_at >= in_from and created_at < in_until
$function$;

CREATE OR REPLACE FUNCTION public.messages_by_client(in_sender bigint, in_client_id uuid)
 RETURNS SETOF messages
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from messages where sender_id = in_sender and client_id = in_client_id
$function$;

CREATE OR REPLACE FUNCTION public.messages_in(in_conversation bigint, in_messages bigint[])
 RETURNS TABLE(message messages, version xid)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select m, m.xmin from messages m where m.conversation_id = in_conversation and m.id = any (in_messages)
$function$;

CREATE OR REPLACE FUNCTION public.messages_with(in_image bigint)
 RETURNS SETOF messages
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from messages where image_id = in_image
$function$;

CREATE OR REPLACE FUNCTION public.needs_verification(in_member bigint, in_rule text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  demand text;
begin
  select d.kind into demand from verification_demands d where d.member_id = in_member;
  if demand is null and in_rule = 'off' then
    return null;
  end if;
  if not exists (select from profiles p where p.id = in_member and p.kind = 'member' and not p.verified) then
    return null;
  end if;
  return case
    when demand = 'asked' then 'asked'
    when demand is not null then 'unusual'
    when in_rule = 'before_first_message' then 'everybody'
    when in_rule = 'when_suspicious' and verification_signals(in_member) <> '{}' then 'unusual'
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.note_ended_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.expires_at > app_now() then
    insert into ended_sessions (token_hash) values (old.token_hash) on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_texts_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.texts_changed_at := app_now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.openings_between(in_from timestamp with time zone, in_until timestamp with time zone, in_days integer)
 RETURNS TABLE(sender_id bigint, recipient_id bigint, created_at timestamp with time zone, answered boolean)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select opening.sender_id, case when c.member_low = opening.sender_id then c.member_high else c.member_low end, opening.created_at,
      exists (select from messages a where a.conversation_id = c.id and a.sender_id <> opening.sender_id
        and a.created_at <= opening.created_at + in_days * interval '1 day')
    from conversations c
    cross join lateral (select o.sender_id, o.created_at from messages o where o.conversation_id = c.id order by o.id limit 1) opening
    where c.created_at >= in_from and c.created_at < in_until
$function$;

CREATE OR REPLACE FUNCTION public.pdq_bands(pdq bit)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY[(0 + (SUBSTRING(pdq FROM 1 FOR 16))::integer), (65536 + (SUBSTRING(pdq FROM 17 FOR 16))::integer), (131072 + (SUBSTRING(pdq FROM 33 FOR 16))::integer), (196608 + (SUBSTRING(pdq FROM 49 FOR 16))::integer), (262144 + (SUBSTRING(pdq FROM 65 FOR 16))::integer), (327680 + (SUBSTRING(pdq FROM 81 FOR 16))::integer), (393216 + (SUBSTRING(pdq FROM 97 FOR 16))::integer), (458752 + (SUBSTRING(pdq FROM 113 FOR 16))::integer), (524288 + (SUBSTRING(pdq FROM 129 FOR 16))::integer), (589824 + (SUBSTRING(pdq FROM 145 FOR 16))::integer), (655360 + (SUBSTRING(pdq FROM 161 FOR 16))::integer), (720896 + (SUBSTRING(pdq FROM 177 FOR 16))::integer), (786432 + (SUBSTRING(pdq FROM 193 FOR 16))::integer), (851968 + (SUBSTRING(pdq FROM 209 FOR 16))::integer), (917504 + (SUBSTRING(pdq FROM 225 FOR 16))::integer), (983040 + (SUBSTRING(pdq FROM 241 FOR 16))::integer)];

CREATE OR REPLACE FUNCTION public.pdq_probes(pdq bit)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT (band.band # variant.variant) FROM (unnest(pdq_bands(pdq_probes.pdq)) band(band) CROSS JOIN unnest(ARRAY[0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768]) variant(variant)));

CREATE OR REPLACE FUNCTION public.photo_changes_card()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update profiles set main_photo_id = main_photo_id where id = new.member_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.photo_quoted(in_owner bigint, in_viewer bigint, in_photo bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('kind', 'photo', 'photo', ph.id)
    from photos ph join members viewing on viewing.id = in_viewer
    where ph.id = in_photo and ph.member_id = in_owner and ph.status = 'active'
      and case
        when not ph.private then true
        when ph.on_request then exists (
          select from photo_access a
          where a.owner_id = in_owner and a.viewer_id = in_viewer and a.state = 'granted'
            and (a.expires_at is null or a.expires_at > app_now()))
        else viewing.paid_user
      end
$function$;

CREATE OR REPLACE FUNCTION public.plain_words(in_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select ' ' || btrim(regexp_replace(lower(normalize(in_text, nfkc)), '[^[:alnum:]]+', ' ', 'g')) || ' '
$function$;

CREATE OR REPLACE FUNCTION public.pool_of_host(in_host text)
 RETURNS smallint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select s.pool_id from sites s cross join lateral (select regexp_replace(lower(in_host), '^www\.', '') as name) bare
      where s.host = bare.name or bare.name = any (s.aliases) order by s.host = bare.name desc limit 1),
    (select s.pool_id from sites s where s.host = '*'))
$function$;

CREATE OR REPLACE FUNCTION public.quote_of(in_conversation bigint, in_message bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return coalesce(
    (select json_build_object('id', q.id, 'sender', q.sender_id, 'kind', q.kind, 'text', excerpt_of(q.body))
      from messages_at(in_conversation, in_message) q),
    json_build_object('id', in_message, 'sender', null, 'kind', 'deleted', 'text', null));
end $function$;

CREATE OR REPLACE FUNCTION public.record_activity(in_member bigint, in_kind text, in_key text, in_about bigint, in_details jsonb, in_unread boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into activities as a (member_id, kind, key, about_id, details, unread)
    values (in_member, in_kind, in_key, in_about, in_details, in_unread)
    on conflict (member_id, kind, key) do update set
      id = default, about_id = excluded.about_id, details = excluded.details, unread = excluded.unread, created_at = excluded.created_at;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_pool_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The pool of a member never changes.';
end $function$;

CREATE OR REPLACE FUNCTION public.repeats_of(in_conversation bigint, in_sender bigint, in_client_id uuid)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select id from messages where sender_id = in_sender and client_id = in_client_id and conversation_id + 0 = in_conversation
$function$;

CREATE OR REPLACE FUNCTION public.search_messages(in_member bigint, in_patterns text[], in_days integer, in_conversation bigint, in_before bigint, in_side bigint, in_budget integer, in_limit integer)
 RETURNS TABLE(conversation bigint, other bigint, side bigint, message bigint, sender bigint, created_at timestamp with time zone, body text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  -- Cost of finding the next conversation, in message rows.
  side_cost constant int := 10;
  budget int := in_budget;
  found int := 0;
  one record;
  said record;
  my_pool constant smallint := (select m.pool_id from members m where m.id = in_member);
begin
  for one in
    select * from (
      select 0 as turn, p.conversation_id, p.other_id, in_side as place, p.cleared_to_id, in_before as before
        from side_of(in_member, in_conversation) p where not p.hidden
      union all
      select 1, p.conversation_id, p.other_id, p.last_message_id, p.cleared_to_id, p.last_message_id + 1
        from (
          select p.* from sides_of(in_member) p
            where not p.hidden and p.last_message_id < coalesce(in_side, 9223372036854775807)
            order by p.last_message_id desc
        ) p
        where p.conversation_id is distinct from in_conversation
    ) sides
  loop
    budget := budget - side_cost;
    if budget <= 0 then
      return query select one.conversation_id, one.other_id, one.place, one.before, null::bigint, null::timestamptz, null::text;
      return;
    end if;
    -- Skip members who have left, are blocked either way or are acquaintances. Checked here so that the query above keeps the index order.
    continue when
      not exists (
        select from profiles r join members m on m.id = r.id
          where r.id = one.other_id and r.pool_id = my_pool and is_reachable(m.status, r.status, m.held_at))
      or exists (select from blocks b where b.blocker_id = one.other_id and b.blocked_id = in_member)
      or exists (select from blocks b where b.blocker_id = in_member and b.blocked_id = one.other_id)
      or exists (select from acquaintances a where a.owner_id = one.other_id and a.other_id = in_member)
      or exists (select from acquaintances a where a.owner_id = in_member and a.other_id = one.other_id);
    for said in
      select m.id, m.sender_id, m.created_at, m.kind, m.body from messages_before(one.conversation_id, one.before) m
        where m.id > one.cleared_to_id
          and m.created_at > app_now() - in_days * interval '1 day'
        order by m.id desc
        limit budget
    loop
      budget := budget - 1;
      if said.kind in ('text', 'image') and said.body ~ all (in_patterns) then
        found := found + 1;
        return query select one.conversation_id, one.other_id, one.place, said.id, said.sender_id, said.created_at, said.body;
      end if;
      if budget <= 0 or found >= in_limit then
        return query select one.conversation_id, one.other_id, one.place, said.id, null::bigint, null::timestamptz, null::text;
        return;
      end if;
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.seen_by(in_viewer bigint, in_profile bigint, in_surface text, in_resell boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select seen_through(
        in_surface, p.id = in_viewer, m.status, p.status,
        is_invisible_to(in_viewer, p.id, p.invisible, p.incognito),
        (not in_resell and p.cam_variant is not distinct from 'resell')
          or m.held_at is not null
          or p.pool_id is distinct from (select v.pool_id from members v where v.id = in_viewer)
          or exists (select from acquaintances a where a.owner_id = in_profile and a.other_id = in_viewer)
          or exists (select from acquaintances a where a.owner_id = in_viewer and a.other_id = in_profile),
        exists (select from blocks b where b.blocker_id = in_profile and b.blocked_id = in_viewer),
        exists (select from blocks b where b.blocker_id = in_viewer and b.blocked_id = in_profile),
        exists (select from side_with(in_viewer, in_profile)))
      from profiles p join members m on m.id = p.id where p.id = in_profile);
end $function$;

CREATE OR REPLACE FUNCTION public.seen_through(surface text, own boolean, account text, profile text, invisible boolean, withheld boolean, blocked_by boolean, blocked boolean, conversation boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when own then case surface when 'opened' then 'visible' else 'hidden' end
    when withheld or not is_known(account, profile, invisible, conversation) then 'hidden'
    when blocked_by then 'blocked_by'
    when surface = 'opened' or (not blocked and is_known(account, profile, invisible, false)) then 'visible'
    else 'hidden'
  end
$function$;

CREATE OR REPLACE FUNCTION public.set_member_pool()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.pool_id := coalesce(new.pool_id, pool_of_host(new.host));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.set_profile_bits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.looks :=
    case when 'relationship_status' = any(new.hidden_fields) then 0 else case new.relationship_status
        when 'divorced' then 16
        when 'living_together' then 32
        when 'married' then 64
        when 'single' then 128
        when 'widowed' then 256
        when 'unmarried' then 512
        else 0
      end end::bigint
    | case when 'sexuality' = any(new.hidden_fields) then 0 else case new.sexuality
        when 'hetero' then 1
        when 'gay' then 2
        when 'lesbian' then 4
        when 'bi' then 8
        else 0
      end end::bigint
    | coalesce((
      select bit_or(case word
        when 'en' then 17179869184
        when 'nl' then 34359738368
        when 'de' then 68719476736
        when 'fr' then 137438953472
        when 'es' then 274877906944
        when 'it' then 549755813888
        when 'pt' then 1099511627776
        when 'pl' then 2199023255552
        when 'da' then 4398046511104
        when 'sv' then 8796093022208
        when 'no' then 17592186044416
        when 'fi' then 35184372088832
        when 'tr' then 70368744177664
        when 'ar' then 140737488355328
        when 'ru' then 281474976710656
        when 'uk' then 562949953421312
        when 'ro' then 1125899906842624
        when 'hu' then 2251799813685248
        when 'cs' then 4503599627370496
        when 'el' then 9007199254740992
        when 'zh' then 18014398509481984
        when 'hi' then 36028797018963968
        else 0
      end::bigint)
      from unnest(new.languages) word where not 'languages' = any(new.hidden_fields)), 0)
    | case when 'education' = any(new.hidden_fields) then 0 else case new.education
        when 'secondary' then 72057594037927936
        when 'vocational' then 144115188075855872
        when 'higher' then 288230376151711744
        when 'studying' then 576460752303423488
        else 0
      end end::bigint
    | case when 'body_type' = any(new.hidden_fields) then 0 else case new.body_type
        when 'slim' then 1024
        when 'normal' then 2048
        when 'fat' then 4096
        else 0
      end end::bigint
    | case when 'hair_color' = any(new.hidden_fields) then 0 else case new.hair_color
        when 'brunette' then 8192
        when 'blond' then 16384
        when 'brown' then 32768
        when 'white' then 65536
        when 'bald' then 131072
        when 'black' then 262144
        when 'dark_blond' then 524288
        when 'dark_brown' then 1048576
        when 'gray' then 2097152
        when 'red' then 4194304
        when 'other' then 8388608
        else 0
      end end::bigint
    | case when 'eye_color' = any(new.hidden_fields) then 0 else case new.eye_color
        when 'blue' then 16777216
        when 'green' then 33554432
        when 'hazel' then 67108864
        when 'brown' then 134217728
        else 0
      end end::bigint
    | case when 'tattoos' = any(new.hidden_fields) then 0 else case new.tattoos
        when 'none' then 268435456
        when 'some' then 536870912
        when 'many' then 1073741824
        else 0
      end end::bigint
    | case when 'smoking' = any(new.hidden_fields) then 0 else case new.smoking
        when 'no' then 2147483648
        when 'sometimes' then 4294967296
        when 'yes' then 8589934592
        else 0
      end end::bigint;
  new.interest_bits :=
    coalesce((
      select bit_or(case word
        when 'relationship' then 1
        when 'onenightstand' then 2
        when 'kissing' then 4
        when 'hugging' then 8
        when 'massages' then 16
        when 'lingerie' then 32
        when 'sex' then 64
        when 'safesex' then 128
        when 'publicsex' then 256
        when 'oralsex' then 512
        when 'analsex' then 1024
        when 'sextoys' then 2048
        when 'masturbating' then 4096
        when 'exchangingpictures' then 8192
        when 'threesome' then 16384
        when 'gangbang' then 32768
        when 'bondage' then 65536
        when 'sadomasochism' then 131072
        when 'gym' then 262144
        when 'sports' then 524288
        when 'dancing' then 1048576
        when 'travelling' then 2097152
        when 'adventure' then 4194304
        when 'party' then 8388608
        when 'tattoos' then 16777216
        when 'music' then 33554432
        when 'movies' then 67108864
        when 'videogames' then 134217728
        when 'politics' then 268435456
        when 'outdoors' then 536870912
        when 'gardening' then 1073741824
        when 'hiking' then 2147483648
        when 'biking' then 4294967296
        when 'reading' then 8589934592
        when 'animals' then 17179869184
        when 'beach' then 34359738368
        when 'art' then 68719476736
        when 'photography' then 137438953472
        when 'theater' then 274877906944
        when 'shopping' then 549755813888
        when 'fashion' then 1099511627776
        when 'astrology' then 2199023255552
        when 'cooking' then 4398046511104
        when 'foodie' then 8796093022208
        when 'bbq' then 17592186044416
        when 'sushi' then 35184372088832
        when 'vegetarian' then 70368744177664
        when 'wine' then 140737488355328
        when 'beer' then 281474976710656
        when 'tea' then 562949953421312
        when 'coffee' then 1125899906842624
        else 0
      end::bigint)
      from unnest(new.interests) word where not 'interests' = any(new.hidden_fields)), 0)
    | coalesce((
      select bit_or(case word
        when 'long_term' then 2251799813685248
        when 'dates' then 4503599627370496
        when 'friendship' then 9007199254740992
        when 'casual' then 18014398509481984
        when 'unsure' then 36028797018963968
        else 0
      end::bigint)
      from unnest(new.intention) word where not 'intention' = any(new.hidden_fields)), 0)
    | case when 'children' = any(new.hidden_fields) then 0 else case new.children
        when 'none' then 576460752303423488
        when 'want' then 1152921504606846976
        when 'at_home' then 2305843009213693952
        when 'grown_up' then 4611686018427387904
        else 0
      end end::bigint
    | case when 'drinking' = any(new.hidden_fields) then 0 else case new.drinking
        when 'no' then 72057594037927936
        when 'sometimes' then 144115188075855872
        when 'often' then 288230376151711744
        else 0
      end end::bigint;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.set_profile_pool()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.pool_id := coalesce(new.pool_id, (select m.pool_id from members m where m.id = new.id));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.side_of(in_member bigint, in_conversation bigint)
 RETURNS SETOF participants
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from participants where member_id = in_member and conversation_id = in_conversation
$function$;

CREATE OR REPLACE FUNCTION public.side_with(in_member bigint, in_other bigint)
 RETURNS SETOF participants
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from participants where member_id = in_member and other_id = in_other
$function$;

CREATE OR REPLACE FUNCTION public.sides_of(in_member bigint)
 RETURNS SETOF participants
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from participants where member_id = in_member
$function$;

CREATE OR REPLACE FUNCTION public.site_of_host(in_host text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select s.host from sites s cross join lateral (select regexp_replace(lower(in_host), '^www\.', '') as name) bare
      where s.host = bare.name or bare.name = any (s.aliases) order by s.host = bare.name desc limit 1),
    '*')
$function$;

CREATE OR REPLACE FUNCTION public.sites_of_member(in_id bigint)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select case when m.roles = '{}' and m.dismissed_at is null then array[site_of_host(m.host)] else m.office_sites end
  from members m where m.id = in_id
$function$;

CREATE OR REPLACE FUNCTION public.spent_in(month date, credits integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select case when month = date_trunc('month', app_now() at time zone 'UTC')::date then credits else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.spent_this_month(member bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select spent_in(spending_month, spending_month_credits) from members where id = member
$function$;

CREATE OR REPLACE FUNCTION public.store_messages(in_batch json)
 RETURNS TABLE(n integer, code text, recipient bigint, recipient_name text, repeated boolean, conversation bigint, message bigint, kind text, body text, gift text, image bigint, price integer, created_at timestamp with time zone, credits integer, paid_user boolean, free_messages_used integer, unread integer, recipient_paid boolean, recipient_fictional boolean, request boolean, quote json, about jsonb, liked text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET lock_timeout TO '250ms'
AS $function$
#variable_conflict use_column
declare
  this_moment constant timestamptz := app_now();
  this_month constant date := date_trunc('month', this_moment at time zone 'UTC')::date;
  drafts message_draft[];
  senders bigint[];
  has_likes boolean;
  recipients bigint[];
  conversation_ids bigint[];
  repeated_ids bigint[];
  decisions message_decision[];
  given_likes text[] = '{}';
  ids bigint[];
  originals bigint[];
  unreads int[];
  now_requests text[];
  comment record;
  excess record;
begin
  select array_agg(d), array_agg(d.sender), bool_or(d.likes)
    into drafts, senders, has_likes
    from json_populate_recordset(null::message_draft, in_batch) d;

  perform from members where id = any (senders) order by id for no key update;

  select array_agg(case when t.conversation is null then t.profile else p.other_id end order by t.ordinality)
    into recipients
    from unnest(drafts) with ordinality t
    left join lateral side_of(t.sender, t.conversation) p on true;

  perform from unnest(senders, recipients) t (sender, recipient)
    join conversations c on c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient)
    order by c.id for no key update of c;

  select array_agg(c.id order by t.ordinality), array_agg(m.id order by t.ordinality)
    into conversation_ids, repeated_ids
    from rows from (unnest(recipients), unnest(drafts)) with ordinality t (recipient)
    left join conversations c on c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient)
    left join lateral repeats_of(c.id, t.sender, t."clientId") m (id) on true;

  -- A change of a recipient's conditions and a first message are serialized, and so are first messages within a daily number.
  if array_position(conversation_ids, null) is not null then
    perform from contact_conditions
      where member_id = any (array(select t.recipient from unnest(recipients, conversation_ids) t (recipient, conversation_id) where t.conversation_id is null))
      order by member_id for no key update;
  end if;

  -- Decide each message. The locks keep the rows that it depends on unchanged.
  select array_agg(row(
        d.code, d.recipient, d.name, d.recipient_paid, d.is_fictional, d.request, d.quote,
        d.price, d.is_free, d.is_start, d.credits, d.paid_user, d.free_messages_used)::message_decision order by d.n)
    into decisions
    from (
      select t.ordinality as n, t.recipient, r.name, cost.price, s.credits, s.paid_user, s.free_messages_used,
        (cost.price = 0 and t.price > 0)::int as is_free,
        (coalesce(p.messages_sent, 0) = 0)::int as is_start,
        rm.paid_user as recipient_paid,
        r.kind = 'fictional' as is_fictional,
        quoted.quote,
        case
          when t.repeated_id is not null or (t.conversation_id is not null and (theirs.request is not null or theirs.messages_sent > 0)) then null
          when has_hidden_word(t.recipient, t.text) then 'veiled'
          when unmet.code is not null then 'waiting'
        end as request,
        case
          when t.repeated_id is not null then 'repeated'
          when s.held_at is not null then 'account_held'
          -- The previous release names no countries, during an upgrade.
          when lacks_age_check(t.sender, t."ageCountries") then 'age_check_required'
          when lacks_verification(t.sender, t.recipient, t."verificationRule") then 'verification_required'
          when r.id is null or r.id = t.sender or r.pool_id <> s.pool_id or r.kind = 'cam' or not is_reachable(rm.status, r.status, rm.held_at)
            or exists (select from acquaintances a where a.owner_id = r.id and a.other_id = t.sender)
            or exists (select from acquaintances a where a.owner_id = t.sender and a.other_id = r.id) then 'not_found'
          -- Check visibility before blocks, so that a hidden member's block stays secret. Unconfirmed members are handled below.
          when rm.status = 'active' and not is_known(rm.status, r.status, is_invisible_to(t.sender, r.id, r.invisible, r.incognito), t.conversation_id is not null) then 'not_found'
          when exists (select from blocks b where b.blocker_id = r.id and b.blocked_id = t.sender) then 'blocked_by'
          when exists (select from blocks b where b.blocker_id = t.sender and b.blocked_id = r.id) then 'blocked'
          when rm.status = 'not_confirmed' then 'recipient_unconfirmed'
          when theirs.request = 'declined' then 'contact_declined'
          when unmet.refused then unmet.code
          when t.prompt is not null and quoted.quote is null then 'answer_gone'
          when t.photo is not null and quoted.quote is null then 'photo_gone'
          when is_covered and rm.refuses_intimate then 'intimate_refused'
          -- The previous release sends no confirmation, during an upgrade.
          when is_covered and not t."intimateConfirmed" then 'intimate_unconfirmed'
          when not s.paid_user and coalesce(p.messages_sent, 0) = 0 and s.conversations_started >= t."freeConversations" then 'conversation_limit'
          when cost.price > 0 and r.kind = 'fictional'
            and not exists (select from fictional_acknowledgements a where a.member_id = t.sender and a.profile_id = r.id) then 'fictional_ack_required'
          when cost.price > 0 and s.spending_paused_until > app_now() then 'spending_paused'
          when cost.price > 0 and s.spending_cap is not null
            and cost.price + case when s.spending_month = this_month then s.spending_month_credits else 0 end > s.spending_cap then 'spending_cap'
          when cost.price > s.credits then 'not_enough_credits'
        end as code
      from rows from (unnest(recipients), unnest(conversation_ids), unnest(repeated_ids), unnest(drafts))
        with ordinality t (recipient, conversation_id, repeated_id)
      join members s on s.id = t.sender
      left join profiles r on r.id = t.recipient
      left join members rm on rm.id = t.recipient
      left join lateral side_of(t.sender, t.conversation_id) p on true
      left join lateral side_of(t.recipient, t.conversation_id) theirs on true
      -- Null in place of the recipient skips the function, which is strict; a condition in WHERE would be checked after its call.
      cross join lateral unmet_condition(case when t.conversation_id is null then t.recipient end, t.sender) unmet
      cross join lateral (
        select case
          when t.prompt is not null then answer_quoted(t.recipient, t.prompt)
          when t.photo is not null then photo_quoted(t.recipient, t.sender, t.photo)
        end as quote
      ) quoted
      cross join lateral (
        select case when t.kind = 'text' and s.free_messages_used < t."freeMessages" then 0 else t.price end as price
      ) cost
      cross join lateral (
        select t.image is not null and exists (select from chat_images i where (i.id = t.image or i.album_of = t.image) and i.intimate is distinct from false) as is_covered
      ) covering
    ) d;

  -- The daily number of new conversations. Only messages that are stored otherwise use it up, and requests do not.
  if array_position(conversation_ids, null) is not null then
    for excess in
      select d.ordinality as n, d.is_refused
        from (
          select t.ordinality, t.sender, t.recipient, c.others = 'refused' as is_refused, c.daily_limit,
              row_number() over (partition by t.recipient order by t.ordinality)
                + case when c.counted_from > this_moment - interval '24 hours' then c.counted else 0 end as number
            from rows from (unnest(senders), unnest(conversation_ids), unnest(decisions)) with ordinality t (sender, conversation_id)
            join contact_conditions c on c.member_id = t.recipient
            where t.code is null and t.request is null and t.conversation_id is null
        ) d
        where d.number > d.daily_limit and not exists (select from likes l where l.liker_id = d.recipient and l.liked_id = d.sender)
    loop
      if excess.is_refused then
        decisions[excess.n].code = 'contact_daily';
      else
        decisions[excess.n].request = 'waiting';
      end if;
    end loop;
    -- Counted before new conversations get their ids, because a null id marks a first message.
    update contact_conditions c set
        counted = case when c.counted_from > this_moment - interval '24 hours' then c.counted + new.number else new.number end,
        counted_from = case when c.counted_from > this_moment - interval '24 hours' then c.counted_from else this_moment end
      from (
        select t.recipient, count(*)::int as number from rows from (unnest(conversation_ids), unnest(decisions)) t (conversation_id)
          where t.code is null and t.request is null and t.conversation_id is null group by 1
      ) new where c.member_id = new.recipient and c.daily_limit is not null;
  end if;

  -- A comment on an answer or a photo can carry a like. A like that is refused is left out, and the message goes without it.
  -- Its recipient is notified of the message only, and of neither if it is a request.
  if has_likes then
    for comment in
      select t.* from rows from (unnest(drafts), unnest(decisions)) with ordinality t
        join members s on s.id = t.sender
        where t.likes and t.code is null and t.about is not null and s.intimate_consent_withdrawn_at is null
        order by least(t.sender, t.recipient), greatest(t.sender, t.recipient)
    loop
      given_likes[comment.ordinality] := (
        select case
            when l.is_new is not true then null
            when l.shown is not true then 'silent'
            when l.match then 'match'
            else 'like'
          end
          from like_profile(comment.sender, comment.recipient, false, comment."ageCountries", comment.request is not null) l
      );
    end loop;
  end if;

  -- Create conversations for first messages. If both sides do so at once, the unique pair leaves one conversation.
  if array_position(conversation_ids, null) is not null then
    insert into conversations (member_low, member_high)
      select distinct least(t.sender, t.recipient), greatest(t.sender, t.recipient)
        from rows from (unnest(senders), unnest(conversation_ids), unnest(decisions)) t (sender, conversation_id)
        where t.code is null and t.conversation_id is null
        order by 1, 2
      on conflict do nothing;
    perform from rows from (unnest(senders), unnest(conversation_ids), unnest(decisions)) t (sender, conversation_id)
      join conversations c on c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient)
      where t.code is null and t.conversation_id is null
      order by c.id for no key update of c;
    select array_agg(coalesce(t.conversation_id, c.id) order by t.ordinality)
      into conversation_ids
      from rows from (unnest(senders), unnest(conversation_ids), unnest(decisions)) with ordinality t (sender, conversation_id)
      left join conversations c on t.code is null and t.conversation_id is null
        and c.member_low = least(t.sender, t.recipient) and c.member_high = greatest(t.sender, t.recipient);
  end if;

  -- Store, charge and count. The statements below need only the batch, because the locks keep the values read above valid.
  -- A reference to a message that is not in the conversation, or no longer, is left out.
  select array_agg(case when t.code is null then nextval('messages_id_seq') end order by t.ordinality),
      array_agg((select (q.message).id from message_of(t.conversation_id, t."replyTo") q) order by t.ordinality)
    into ids, originals
    from rows from (unnest(conversation_ids), unnest(drafts), unnest(decisions)) with ordinality t (conversation_id);

  select array_agg(w.unread order by w.n), array_agg(w.request order by w.n)
    into unreads, now_requests
    from write_messages(drafts, decisions, ids, conversation_ids, originals) w;

  return query
    with d as (
      select t.*, t.code is null as sent
        from rows from (unnest(conversation_ids), unnest(repeated_ids), unnest(ids), unnest(originals), unnest(unreads),
          unnest(now_requests), unnest(drafts), unnest(decisions)) with ordinality
        t (conversation_id, repeated_id, id, original_id, unread, now_request)
    ),
    charged as (
      update members m set
          credits = m.credits - d.charge,
          free_messages_used = m.free_messages_used + d.is_free,
          conversations_started = m.conversations_started + d.is_start,
          spending_month = case when d.charge > 0 then this_month else m.spending_month end,
          spending_month_credits = case
            when d.charge = 0 then m.spending_month_credits
            when m.spending_month = this_month then m.spending_month_credits + d.charge
            else d.charge
          end
        from d where m.id = d.sender and d.sent and (d.charge > 0 or d.is_free > 0 or d.is_start > 0)
    ),
    -- A wait starts with the first unanswered message and ends when the profile answers. After a refund, a new wait starts.
    waiting as (
      insert into unanswered as w (conversation_id, profile_id, member_id, first_message_id, since)
        select d.conversation_id, d.recipient, d.sender, d.id, this_moment from d where d.sent and d.recipient_fictional
        on conflict (conversation_id) do update set
          first_message_id = excluded.first_message_id, since = excluded.since, returned_at = null, returned_credits = null
          where w.returned_at is not null
    ),
    requested as (
      insert into activities (member_id, kind, key, about_id, details, unread)
        select d.recipient, 'request', d.conversation_id::text, d.sender, jsonb_build_object('conversation', d.conversation_id), false
          from d where d.sent and d.request is not null
        on conflict do nothing
    ),
    touched as (
      update conversations c set last_message_id = newest.id, last_message_at = this_moment
        from (select d.conversation_id, max(d.id) as id from d where d.sent group by 1) newest
        where c.id = newest.conversation_id
    )
    select d.ordinality::int, case when d.code <> 'repeated' then d.code end, d.recipient, d.recipient_name, d.code is not distinct from 'repeated',
        d.conversation_id, coalesce(d.id, (first.message).id),
        coalesce((first.message).kind, d.kind), case when first.version is null then d.text else (first.message).body end,
        case when first.version is null then d.gift else (first.message).gift end, case when first.version is null then d.image else (first.message).image_id end,
        coalesce((first.message).credits, d.charge), coalesce((first.message).created_at, case when d.sent then this_moment end),
        case when d.sent then d.balance - d.charge else d.balance end, d.sender_paid,
        case when d.sent then d.free_used + d.is_free else d.free_used end, d.unread, d.recipient_paid, coalesce(d.recipient_fictional, false),
        coalesce(d.now_request in ('waiting', 'veiled'), false),
        case when d.original_id is not null then quote_of(d.conversation_id, d.original_id) end,
        case when first.version is null then d.about else (first.message).about end,
        given_likes[d.ordinality]
      from d
      left join lateral message_of(d.conversation_id, case when d.code = 'repeated' then d.repeated_id end) first on true
      order by d.ordinality;
end $function$;

CREATE OR REPLACE FUNCTION public.swipes_of(in_member bigint)
 RETURNS SETOF swipe_choices
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from swipe_choices where member_id = in_member
$function$;

CREATE OR REPLACE FUNCTION public.unlike_profile(in_liker bigint, in_liked bigint, in_resell boolean, in_since timestamp with time zone)
 RETURNS TABLE(unliked boolean, shown boolean)
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_pair(in_liker, in_liked);
  delete from likes where liker_id = in_liker and liked_id = in_liked and (in_since is null or created_at >= in_since);
  unliked := found;
  shown := unliked and seen_by(in_liked, in_liker, 'opened', in_resell) is not distinct from 'visible';
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.unmet_condition(in_recipient bigint, in_sender bigint, OUT code text, OUT refused boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
begin
  select case
      when c.paused then 'contact_paused'
      when exists (select from likes l where l.liker_id = in_recipient and l.liked_id = in_sender) then null
      when c.verified and not p.verified then 'contact_verified'
      when c.photo and not exists (select from photos o where o.id = p.main_photo_id and o.status = 'active') then 'contact_photo'
      when extract(year from age(app_now(), p.date_of_birth)) not between coalesce(c.min_age, 0) and coalesce(c.max_age, 999)
        or extract(year from age(app_now(), p.partner_date_of_birth)) not between coalesce(c.min_age, 0) and coalesce(c.max_age, 999)
        then 'contact_age'
      when c.countries <> '{}' and p.country <> all (c.countries) then 'contact_country'
      when c.premium and not m.paid_user then 'contact_premium'
    end, c.paused or c.others = 'refused'
    into code, refused
    from contact_conditions c, profiles p join members m on m.id = p.id
    where c.member_id = in_recipient and p.id = in_sender;
end $function$;

CREATE OR REPLACE FUNCTION public.unread_sides_of(in_member bigint)
 RETURNS SETOF participants
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from participants where member_id = in_member and unread > 0
$function$;

CREATE OR REPLACE FUNCTION public.verification_signals(in_member bigint)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array_remove(array[
    (select 'disposable_mail' from verification_demands d where d.member_id = in_member and d.kind = 'disposable_mail'),
    case when exists (
      select from person_marks mine join person_marks other on other.kind = mine.kind and other.hash = mine.hash
        where mine.member_id = in_member and mine.kind <> 'device' and other.member_id <> in_member) then 'same_person' end,
    -- Two people share a computer, three rarely.
    case when (
      select count(distinct other.member_id) from person_marks mine
        join person_marks other on other.kind = mine.kind and other.hash = mine.hash
        where mine.member_id = in_member and mine.kind = 'device' and other.member_id <> in_member) > 1 then 'shared_browser' end,
    case when exists (
      select from photos p where p.member_id = in_member and p.flags && array['refused_before']) then 'refused_picture' end,
    case when exists (
      select from flagged_texts f where f.member_id = in_member and f.decided_at is null) then 'flagged_words' end,
    case when (
      select count(distinct c.reporter_id) from complaints c
        where c.profile_id = in_member and c.status in ('open', 'in_review')) > 1 then 'reported' end,
    -- The newest conversations, also those that the member has removed from their list.
    case when exists (
      select from (
        select p.last_sender_id, p.last_excerpt from sides_of(in_member) p
          order by p.conversation_id desc limit 30
      ) newest where last_sender_id = in_member and length(last_excerpt) >= 20
        group by last_excerpt having count(*) >= 5) then 'copied_messages' end
  ], null);
end $function$;

CREATE OR REPLACE FUNCTION public.views_of(in_member bigint)
 RETURNS SETOF profile_views
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select * from profile_views where member_id = in_member
$function$;

CREATE OR REPLACE FUNCTION public.write_messages(in_drafts message_draft[], in_decisions message_decision[], in_ids bigint[], in_conversations bigint[], in_originals bigint[])
 RETURNS TABLE(n integer, unread integer, request text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  this_moment constant timestamptz := app_now();
begin
  return query
    with d as (
      select t.ordinality as n, t.*
        from rows from (unnest(in_ids), unnest(in_conversations), unnest(in_originals), unnest(in_drafts), unnest(in_decisions))
          with ordinality t (id, conversation_id, original_id)
        where t.id is not null
    ),
    stored as (
      insert into messages (id, conversation_id, sender_id, client_id, kind, body, gift, image_id, reply_to_id, about, credits, created_at) overriding system value
        select d.id, d.conversation_id, d.sender, d."clientId", d.kind, d.text, d.gift, d.image, d.original_id, d.about, d.charge, this_moment from d
    ),
    booked as (
      insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, conversation_id, message_id, other_id)
        select d.sender, case when d.kind in ('text', 'voice') then 'message' else d.kind end, -d.charge, 'spent', d.balance - d.charge,
            'message:' || d.conversation_id || ':' || d."clientId", d.conversation_id, d.id, d.recipient
          from d where d.charge > 0
    ),
    sides as (
      -- Two members who write to each other in one batch share rows, so each side is aggregated before the upsert.
      insert into participants as p (member_id, conversation_id, other_id, unread, last_message_id, messages_sent, credits_spent,
          last_sender_id, last_kind, last_excerpt, last_sent_at, request, hidden)
        select side.member, side.conversation, side.other, sum(side.unread), max(side.message), sum(side.sent), sum(side.spent),
            (array_agg(d.sender order by side.message desc))[1], (array_agg(d.kind order by side.message desc))[1],
            (array_agg(excerpt_of(d.text) order by side.message desc))[1], this_moment,
            case when sum(side.sent) = 0 then max(side.request) end, sum(side.sent) = 0 and max(side.request) is not null
          from d
          cross join lateral (values
            (d.sender, d.recipient, d.conversation_id, d.id, 0, 1, d.charge, null),
            (d.recipient, d.sender, d.conversation_id, d.id, (d.request is null)::int, 0, 0, d.request)
          ) side (member, other, conversation, message, unread, sent, spent, request)
          group by side.member, side.conversation, side.other
          order by side.conversation, side.member
        on conflict (member_id, conversation_id) do update set
          unread = case when excluded.messages_sent = 0 and coalesce(p.request, excluded.request) in ('waiting', 'veiled') then 0 else p.unread + excluded.unread end,
          last_message_id = excluded.last_message_id,
          -- A message brings an archived conversation back, unless it is muted and the message is the other's.
          archived = p.archived and excluded.messages_sent = 0 and coalesce(p.muted_until > this_moment, false),
          marked_unread = p.marked_unread and excluded.messages_sent = 0,
          messages_sent = p.messages_sent + excluded.messages_sent,
          credits_spent = p.credits_spent + excluded.credits_spent,
          last_sender_id = excluded.last_sender_id,
          last_kind = excluded.last_kind,
          last_excerpt = excluded.last_excerpt,
          last_sent_at = excluded.last_sent_at,
          -- A request stays apart until its recipient accepts it, or answers.
          request = case
            when p.request is null then excluded.request
            when excluded.messages_sent > 0 then 'accepted'
            else p.request
          end,
          hidden = case
            when excluded.messages_sent > 0 then false
            else coalesce(p.request, excluded.request, '') in ('waiting', 'veiled')
          end
        returning p.member_id, p.conversation_id, p.unread, p.request
    )
    select d.ordinality::int, sides.unread, sides.request
      from d left join sides on sides.member_id = d.recipient and sides.conversation_id = d.conversation_id;
end $function$;
