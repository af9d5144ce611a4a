-- Voice introductions of members. One is active, and one may wait for a decision; a new upload replaces one that waits or
-- was refused.
create table voice_intros (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  client_id uuid not null,
  storage_key text not null,
  duration_ms integer not null,
  waveform text not null check (waveform ~ '^[0-9a-f]{64}$'),
  status text not null default 'inspecting' check (status in ('inspecting', 'active', 'refused')),
  refusal_reason text,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by bigint,
  unique (member_id, client_id)
);

create unique index voice_intros_active on voice_intros (member_id) where status = 'active';
create unique index voice_intros_inspecting on voice_intros (member_id) where status = 'inspecting';
create index voice_intros_waiting on voice_intros (id) where status = 'inspecting';
create index voice_intros_folder on voice_intros (storage_key);

alter table complaints add column voice_intro_id bigint;

alter table queue_claims drop constraint queue_claims_queue_check;

alter table queue_claims add constraint queue_claims_queue_check check (
  queue in ('photos', 'verifications', 'chat_images', 'age_checks', 'voice_intros')
);

alter table account_holds drop constraint account_holds_reason_check;

alter table account_holds add constraint account_holds_reason_check check (
  reason in (
    'banned_mail', 'banned_mobile', 'banned_bank_account', 'banned_card', 'banned_device', 'banned_picture',
    'disposable_mail', 'many_signups', 'minor_picture', 'minor_words', 'minor_document', 'listed_picture', 'minor_voice'
  )
);
