-- The day a member was last seen: coarse on purpose, since others sort by it, and since it stands in a wide index it changes
-- at most once a day. The minute is in `presence`.
alter table profiles add column active_on date not null default current_date;

-- members.php, newest first: a range for each birth year, merged. The date is carried for the two years at the edges,
-- the variant because resold cam listings show only where the site allows them.
drop index profiles_search;
create index profiles_search on profiles (country, gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed;
drop index profiles_search_region;
create index profiles_search_region on profiles (country, region, gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed;
-- members.php, recently active first, the same way
create index profiles_search_active on profiles (country, gender, birth_year, active_on desc, id desc) include (date_of_birth, cam_variant) where listed;
create index profiles_search_region_active on profiles (country, region, gender, birth_year, active_on desc, id desc) include (date_of_birth, cam_variant) where listed;
-- members.php, nearest first: a range for each town of a band
create index profiles_search_town on profiles (country, gender, city, id desc) include (date_of_birth, cam_variant) where listed;
drop index profiles_search_all_ages;
create index profiles_search_all_ages on profiles (country, gender, id desc) include (cam_variant) where listed;
create index profiles_search_region_all_ages on profiles (country, region, gender, id desc) include (cam_variant) where listed;
create index profiles_search_active_all_ages on profiles (country, gender, active_on desc, id desc) include (cam_variant) where listed;
