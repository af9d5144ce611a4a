-- The office filters its list of photos, decided ones included.
create index photos_of_status on photos (status, id desc);
create index photos_refused_for on photos (refusal_reason, id desc) where refusal_reason is not null;
create index photos_flagged on photos (id desc) where flags <> '{}';
create index photos_not_public on photos (on_request, id desc) where private;
create index photos_by_decision on photos (decided_at desc, id desc) where decided_at is not null;

-- Which photos have been decided in a bulk act, so that a repeat does only the rest.
create table bulk_photos (
  operator_id bigint not null,
  id uuid not null,
  photo_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (operator_id, id, photo_id)
);
create index bulk_photos_old on bulk_photos (created_at);
