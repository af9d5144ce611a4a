-- What has left the house, by the key of its message: a job that runs again sends nothing twice.
create table deliveries (
  key uuid primary key,
  delivered_at timestamptz not null default now()
);
create index deliveries_old on deliveries (delivered_at); -- the clean-up job
