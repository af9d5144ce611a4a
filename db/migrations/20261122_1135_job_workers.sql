-- Who runs jobs, and when each was last heard of: the jobs of one that was killed go back into the queue.
create table job_workers (
  id text primary key,
  seen_at timestamptz not null
);
