-- The numbers and addresses that members block in advance ("not my acquaintances", docs/product.md 6.22), only as keyed
-- hashes of keyed hashes. An import is one list that a member added; a removed one can be restored for an hour.
create table acquaintance_imports (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id) on delete cascade,
  client_id uuid not null,
  contacts integer not null check (contacts > 0),
  created_at timestamptz not null default app_now(),
  removed_at timestamptz,
  unique (member_id, client_id)
);
create index acquaintance_imports_of_member on acquaintance_imports (member_id, id desc) where removed_at is null;
create index acquaintance_imports_removed on acquaintance_imports (removed_at) where removed_at is not null;

create table acquaintance_contacts (
  import_id bigint not null references acquaintance_imports (id) on delete cascade,
  hash bytea not null,
  member_id bigint not null references members (id) on delete cascade,
  primary key (import_id, hash)
);
create index acquaintance_contacts_by_hash on acquaintance_contacts (hash, member_id, import_id);
create index acquaintance_contacts_of_member on acquaintance_contacts (member_id, hash, import_id);

-- What others may have in their contacts: the hashes of a member's confirmed addresses and mobile numbers.
create table contact_marks (
  hash bytea not null,
  member_id bigint not null references members (id) on delete cascade,
  primary key (hash, member_id)
);
create index contact_marks_of_member on contact_marks (member_id, hash);

-- The pairs that follow from the above, written by either side, so that visibility looks them up like blocks.
create table acquaintances (
  owner_id bigint not null references members (id) on delete cascade,
  other_id bigint not null references members (id) on delete cascade,
  primary key (owner_id, other_id),
  check (owner_id <> other_id)
);
create index acquaintances_of_other on acquaintances (other_id, owner_id);
