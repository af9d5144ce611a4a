-- An operator takes the badge of a verified member away: a measure like any other, with its reasons and an appeal.
alter table measures drop constraint measures_kind_check;
alter table measures add constraint measures_kind_check
  check (kind in ('warning', 'content_removed', 'suspension', 'ban', 'correction', 'badge_removed'));
