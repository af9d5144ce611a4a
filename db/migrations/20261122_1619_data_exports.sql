-- The copy of their data that a member asked for: made by a job, kept for some days.
create table data_exports (
  member_id bigint primary key references members (id) on delete cascade, -- one at a time
  folder text not null, -- of the file store; the copy lies there in sealed pieces
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  pieces integer not null default 0,
  bytes bigint not null default 0, -- of the ZIP
  asked_at timestamptz not null default app_now(),
  made_at timestamptz,
  expires_at timestamptz -- the files go then
);
create index data_exports_expiry on data_exports (expires_at) where expires_at is not null;
