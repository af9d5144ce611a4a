-- Photos of profiles.

create table photos (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  storage_key text not null,                     -- folder of the files; demo members may share one
  width int not null,
  height int not null,
  formats text[] not null default '{webp}',
  private boolean not null default false,
  status text not null default 'inspecting' check (status in ('inspecting', 'active', 'refused')),
  refusal_reason text,
  position int not null default 0,
  client_id uuid,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by bigint,
  unique (member_id, client_id)
);
create index photos_of_member on photos (member_id, position, id);
create index photos_waiting on photos (id) where status = 'inspecting'; -- the inspection queue
alter table profiles add constraint profiles_main_photo foreign key (main_photo_id) references photos on delete set null;
