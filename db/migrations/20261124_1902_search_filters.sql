-- The indexes of the search by photo, by name, and for new members (server/search/conditions.ts). The others use those of
-- the plain search. The version with a photo is the same as that of verified members.
create index profiles_photo on profiles (pool_id, country, gender, birth_year, id desc) include (date_of_birth, cam_variant, region)
  where listed and main_photo_id is not null;
create index profiles_photo_all_ages on profiles (pool_id, country, gender, id desc) include (cam_variant, region, date_of_birth, looks, interest_bits)
  where listed and main_photo_id is not null;
create index profiles_search_name on profiles (pool_id, country, gender, lower(name), id desc) where listed;
create index profiles_created_at on profiles (created_at);
create index presence_last_active on presence (last_active) include (member_id);
