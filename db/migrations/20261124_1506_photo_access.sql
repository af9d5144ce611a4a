-- A private photo (`private` stays true) that only people whom its owner lets in can see, instead of all premium members.
alter table photos add column on_request boolean not null default false;

-- Who asked to see an owner's photos on request, and whom the owner lets in. Only a request makes a row.
create table photo_access (
  owner_id bigint not null references members (id) on delete cascade,
  viewer_id bigint not null references members (id) on delete cascade,
  state text not null default 'asked' check (state in ('asked', 'granted', 'declined')),
  -- Null for ever.
  expires_at timestamptz,
  asked_at timestamptz not null default app_now(),
  changed_at timestamptz not null default app_now(),
  primary key (owner_id, viewer_id),
  check (owner_id <> viewer_id),
  check (expires_at is null or state = 'granted')
);
create index photo_access_of_owner on photo_access (owner_id, state, changed_at desc, viewer_id desc);
create index photo_access_of_viewer on photo_access (viewer_id);
create index photo_access_expiring on photo_access (expires_at) where expires_at is not null;
