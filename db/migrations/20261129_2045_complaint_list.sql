-- The office filters its list of complaints, decided ones included.
create index complaints_of_category on complaints (category, id desc);
create index complaints_of_priority on complaints (priority, id);
create index complaints_by_arrival on complaints (created_at);

-- Which complaints have been decided in a bulk act, so that a repeat does only the rest.
create table bulk_complaints (
  operator_id bigint not null,
  id uuid not null,
  complaint_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (operator_id, id, complaint_id)
);
create index bulk_complaints_old on bulk_complaints (created_at);
