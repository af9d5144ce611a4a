-- Operators, access tokens, webhooks and discount codes can be limited to sites (docs/decisions, "Sites of operators"). Null
-- means all sites, as everything before.
alter table members add column office_sites text[];
alter table members add constraint members_office_sites_check check (cardinality(office_sites) > 0);
alter table api_tokens add column sites text[];
alter table api_tokens add constraint api_tokens_sites_check check (cardinality(sites) > 0);
alter table webhooks add column site text references sites (host);
alter table discount_codes add column sites text[];
alter table discount_codes add constraint discount_codes_sites_check check (cardinality(sites) > 0);

-- The site that an entry concerns; null for the whole installation and for entries from before this release.
alter table audit_log add column site text;
create index audit_log_site on audit_log (site, id desc) where site is not null;

-- The newest members of a site, for operators who see only that one.
create index members_host on members (host, id desc);
