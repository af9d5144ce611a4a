-- Manifestly unfounded complaints, and the measures against members who keep sending them (DSA, article 23).
alter table complaints add column is_unfounded boolean not null default false;
create index complaints_unfounded on complaints (reporter_id, decided_at) where is_unfounded;
alter table measures drop constraint measures_kind_check;
alter table measures add constraint measures_kind_check check (kind in ('warning', 'content_removed', 'suspension', 'ban', 'correction',
  'badge_removed', 'complaint_warning', 'complaint_suspension'));
