-- Withdrawal of the consent to the use of intimate data, and the objection to keeping the advertising reference.
alter table members
  add column intimate_consent_withdrawn_at timestamptz,
  add column source_objected_at timestamptz;

-- Each choice, as proof: what about, whether given, and the version of its text.
create table privacy_choices (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  about text not null check (about in ('intimate_data', 'advertising_source')),
  given boolean not null,
  version text not null,
  created_at timestamptz not null default app_now()
);
create index privacy_choices_of_member on privacy_choices (member_id, id);
