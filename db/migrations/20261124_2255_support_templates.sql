-- Prepared answers of support, by language.
create table support_templates (
  id uuid primary key,
  language text not null,
  title text not null,
  body text not null,
  active boolean not null default true,
  updated_by bigint references members (id) on delete set null,
  updated_at timestamptz not null default app_now()
);
create index support_templates_language on support_templates (language, title);
create index support_templates_updated_by on support_templates (updated_by) where updated_by is not null;
