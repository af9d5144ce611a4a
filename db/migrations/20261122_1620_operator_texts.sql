-- Every version of what operators write: static pages, landing slugs, words of mails. `content` is null where a text was
-- taken away and the standard one stood again.
create table text_versions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('page', 'landing_slug', 'mail')),
  name text not null,                          -- a page's token, a slug, a mail's name
  host text not null,
  language text not null,
  content jsonb,
  operator_id bigint,                          -- null: from the command line
  created_at timestamptz not null default app_now()
);
create index text_versions_of on text_versions (kind, name, host, language, id desc);

-- Words of a mail that an operator put in place of the standard ones, by their keys: per site and language; '*' holds for every site.
create table mail_texts (
  host text not null default '*',
  template text not null,
  language text not null,
  texts jsonb not null,
  updated_at timestamptz not null default app_now(),
  primary key (host, template, language)
);

-- An announcement that is sent again by a browser that lost the answer is the same announcement.
alter table announcements add column client_id uuid unique;
