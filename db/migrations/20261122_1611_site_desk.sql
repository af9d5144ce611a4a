-- What operators change about sites: other names that lead to one, the history of settings, pictures.

alter table sites add column aliases text[] not null default '{}';

-- Who changed which setting of a site, from what to what. A value that is null is the default of the code.
create table setting_changes (
  id bigint generated always as identity primary key,
  host text not null references sites,
  key text not null,
  old_value jsonb,
  new_value jsonb,
  operator_id bigint not null,
  undoes bigint references setting_changes,      -- the change that this one took back
  created_at timestamptz not null default app_now()
);
create index setting_changes_of_site on setting_changes (host, id desc);
create index setting_changes_of_key on setting_changes (host, key, id desc);

-- Logos and other pictures of operators, named by what is in them: a name never shows another picture later.
create table site_pictures (
  name text primary key,                         -- SHA-256 of the content
  content bytea not null,
  created_at timestamptz not null default app_now()
);
