-- Canned replies of the desk, by language. A reply without an owner is shared by all writers.
create table desk_replies (
  id uuid primary key,
  owner_id bigint references members (id) on delete cascade,
  language text not null,
  -- Typed after a slash in the composer.
  shortcut text not null,
  body text not null,
  active boolean not null default true,
  updated_by bigint references members (id) on delete set null,
  updated_at timestamptz not null default app_now(),
  constraint desk_replies_shortcut unique nulls not distinct (owner_id, language, shortcut)
);
create index desk_replies_updated_by on desk_replies (updated_by) where updated_by is not null;
