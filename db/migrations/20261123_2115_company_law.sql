-- What an imprint needs, and contacts that the law of single countries asks for: {"FR": "Médiateur …"}.
alter table companies
  add column legal_form text,
  add column represented_by text,
  add column register text,
  add column dispute_bodies jsonb not null default '{}',
  add column privacy_contacts jsonb not null default '{}';
