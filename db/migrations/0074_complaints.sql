-- A complaint is decided by a person; the reporter hears of it and sees it in a list.
alter table complaints
  add column client_id uuid,
  add column locale text,
  add column host text,
  add column evidence_folders text[] not null default '{}',  -- files that stay while the evidence does
  add column evidence_cleared_at timestamptz,
  add column taken_by bigint,
  add column taken_at timestamptz,
  add column decided_by bigint,
  add column outcome text check (outcome in ('content_removed', 'account_closed', 'no_violation', 'answered')),
  add column note text;                          -- to the reporter
create unique index complaints_client_id on complaints (reporter_id, client_id) where client_id is not null; -- a repeat finds the first
-- The queue: the urgent ones first, then the longest waiting.
create index complaints_waiting on complaints ((category not in ('underage', 'illegal_content')), id) where status in ('open', 'in_review');
create index complaints_about on complaints (profile_id) where profile_id is not null;
create index complaints_folders on complaints using gin (evidence_folders) where evidence_folders <> '{}'; -- may a file be deleted
create index complaints_decided on complaints (decided_at) where decided_at is not null and evidence_cleared_at is null; -- the clean-up job
