-- What RELEASES_URL last named as the newest release of Liaison.
create table newest_release (
  single boolean primary key default true check (single),
  version text not null check (length(version) <= 256),
  asked_at timestamptz not null default app_now()
);
