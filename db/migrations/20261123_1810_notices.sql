-- A notice of illegal content names its sender and the address of the content (DSA article 16). Members' name and address are known.
alter table complaints add column reporter_name text, add column content_url text;
-- The setting is gone: photos come from the site itself, which checks each viewer's access.
update sites set overrides = overrides - 'cdn_prefix' where overrides ? 'cdn_prefix';
