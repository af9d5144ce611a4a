-- members.php without a country: a range for each birth year instead of one for each year and country
create index profiles_search_anywhere on profiles (gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed;
