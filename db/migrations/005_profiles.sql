-- Profiles: what others may see. Same id as the member.

-- Advanced search (interests, appearance, status) is a walk along an index that carries what it asks for as bits: a word of a
-- list of contract/enums.ts is one bit, in the order they had at the time. Words that come later take the next bits.
create function interest_bits(words text[]) returns bigint language sql immutable parallel safe as $$
  select case when cardinality(words) = 0 then 0::bigint else
    (case when 'relationship' = any (words) then 1::bigint else 0 end) |
    (case when 'onenightstand' = any (words) then 2::bigint else 0 end) |
    (case when 'kissing' = any (words) then 4::bigint else 0 end) |
    (case when 'hugging' = any (words) then 8::bigint else 0 end) |
    (case when 'massages' = any (words) then 16::bigint else 0 end) |
    (case when 'lingerie' = any (words) then 32::bigint else 0 end) |
    (case when 'sex' = any (words) then 64::bigint else 0 end) |
    (case when 'safesex' = any (words) then 128::bigint else 0 end) |
    (case when 'publicsex' = any (words) then 256::bigint else 0 end) |
    (case when 'oralsex' = any (words) then 512::bigint else 0 end) |
    (case when 'analsex' = any (words) then 1024::bigint else 0 end) |
    (case when 'sextoys' = any (words) then 2048::bigint else 0 end) |
    (case when 'masturbating' = any (words) then 4096::bigint else 0 end) |
    (case when 'exchangingpictures' = any (words) then 8192::bigint else 0 end) |
    (case when 'threesome' = any (words) then 16384::bigint else 0 end) |
    (case when 'gangbang' = any (words) then 32768::bigint else 0 end) |
    (case when 'bondage' = any (words) then 65536::bigint else 0 end) |
    (case when 'sadomasochism' = any (words) then 131072::bigint else 0 end) |
    (case when 'gym' = any (words) then 262144::bigint else 0 end) |
    (case when 'sports' = any (words) then 524288::bigint else 0 end) |
    (case when 'dancing' = any (words) then 1048576::bigint else 0 end) |
    (case when 'travelling' = any (words) then 2097152::bigint else 0 end) |
    (case when 'adventure' = any (words) then 4194304::bigint else 0 end) |
    (case when 'party' = any (words) then 8388608::bigint else 0 end) |
    (case when 'tattoos' = any (words) then 16777216::bigint else 0 end) |
    (case when 'music' = any (words) then 33554432::bigint else 0 end) |
    (case when 'movies' = any (words) then 67108864::bigint else 0 end) |
    (case when 'videogames' = any (words) then 134217728::bigint else 0 end) |
    (case when 'politics' = any (words) then 268435456::bigint else 0 end) |
    (case when 'outdoors' = any (words) then 536870912::bigint else 0 end) |
    (case when 'gardening' = any (words) then 1073741824::bigint else 0 end) |
    (case when 'hiking' = any (words) then 2147483648::bigint else 0 end) |
    (case when 'biking' = any (words) then 4294967296::bigint else 0 end) |
    (case when 'reading' = any (words) then 8589934592::bigint else 0 end) |
    (case when 'animals' = any (words) then 17179869184::bigint else 0 end) |
    (case when 'beach' = any (words) then 34359738368::bigint else 0 end) |
    (case when 'art' = any (words) then 68719476736::bigint else 0 end) |
    (case when 'photography' = any (words) then 137438953472::bigint else 0 end) |
    (case when 'theater' = any (words) then 274877906944::bigint else 0 end) |
    (case when 'shopping' = any (words) then 549755813888::bigint else 0 end) |
    (case when 'fashion' = any (words) then 1099511627776::bigint else 0 end) |
    (case when 'astrology' = any (words) then 2199023255552::bigint else 0 end) |
    (case when 'cooking' = any (words) then 4398046511104::bigint else 0 end) |
    (case when 'foodie' = any (words) then 8796093022208::bigint else 0 end) |
    (case when 'bbq' = any (words) then 17592186044416::bigint else 0 end) |
    (case when 'sushi' = any (words) then 35184372088832::bigint else 0 end) |
    (case when 'vegetarian' = any (words) then 70368744177664::bigint else 0 end) |
    (case when 'wine' = any (words) then 140737488355328::bigint else 0 end) |
    (case when 'beer' = any (words) then 281474976710656::bigint else 0 end) |
    (case when 'tea' = any (words) then 562949953421312::bigint else 0 end) |
    (case when 'coffee' = any (words) then 1125899906842624::bigint else 0 end)
  end
$$;

create function looks_bits(sexuality text, relationship_status text, body_type text, hair_color text, eye_color text, tattoos text)
returns int language sql immutable parallel safe as $$
  select
    (case sexuality when 'hetero' then 1 when 'gay' then 2 when 'lesbian' then 4 when 'bi' then 8 else 0 end) |
    (case relationship_status when 'divorced' then 16 when 'living_together' then 32 when 'married' then 64 when 'single' then 128 when 'widowed' then 256 when 'unmarried' then 512 else 0 end) |
    (case body_type when 'slim' then 1024 when 'normal' then 2048 when 'fat' then 4096 else 0 end) |
    (case hair_color when 'brunette' then 8192 when 'blond' then 16384 when 'brown' then 32768 when 'white' then 65536 when 'bald' then 131072 when 'black' then 262144 when 'dark_blond' then 524288 when 'dark_brown' then 1048576 when 'gray' then 2097152 when 'red' then 4194304 when 'other' then 8388608 else 0 end) |
    (case eye_color when 'blue' then 16777216 when 'green' then 33554432 when 'hazel' then 67108864 when 'brown' then 134217728 else 0 end) |
    (case tattoos when 'none' then 268435456 when 'some' then 536870912 when 'many' then 1073741824 else 0 end)
$$;

create table profiles (
  id bigint primary key references members on delete cascade,
  kind text not null default 'member' check (kind in ('member', 'fictional', 'cam')),
  cam_variant text check (cam_variant in ('cam', 'resell')),
  cam_url text,
  name text not null,
  gender text not null check (gender in ('male', 'female')),
  gender_sought text check (gender_sought in ('male', 'female')),
  date_of_birth date not null,
  birth_year smallint generated always as (extract(year from date_of_birth)::smallint) stored,
  sexuality text check (sexuality in ('hetero', 'gay', 'lesbian', 'bi')),
  country text not null,
  region text,                                   -- id of contract/lists/regions.ts
  city text,
  lat real, lon real,                            -- city centre, never the member's own position
  interests text[] not null default '{}',
  hair_color text, eye_color text, body_type text, relationship_status text, tattoos text,
  about text,
  status text not null default 'disabled' check (status in ('active', 'disabled')),
  invisible boolean not null default false,
  -- Who may be found at all: the one column that search, counts, likes, swipe, sitemap and mail go by.
  listed boolean generated always as (status = 'active' and not invisible) stored,
  main_photo_id bigint,
  num_photos int not null default 0,             -- active photos that are not private
  created_at timestamptz not null default app_now(),
  -- The day a member was last seen: coarse on purpose, since others sort by it, and since it stands in a wide index it changes
  -- at most once a day. The minute is in `presence`.
  active_on date not null default current_date,
  looks int not null generated always as (looks_bits(sexuality, relationship_status, body_type, hair_color, eye_color, tattoos)) stored,
  interest_bits bigint not null generated always as (interest_bits(interests)) stored
) with (fillfactor = 85);

-- members.php, newest first: a range for each birth year, merged. The date is carried for the two years at the edges,
-- the variant because resold cam listings show only where the site allows them.
create index profiles_search on profiles (country, gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed;
create index profiles_search_region on profiles (country, region, gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed;
-- without a country: a range for each birth year instead of one for each year and country
create index profiles_search_anywhere on profiles (gender, birth_year, id desc) include (date_of_birth, cam_variant) where listed;
-- recently active first, the same way
create index profiles_search_active on profiles (country, gender, birth_year, active_on desc, id desc) include (date_of_birth, cam_variant) where listed;
create index profiles_search_region_active on profiles (country, region, gender, birth_year, active_on desc, id desc) include (date_of_birth, cam_variant) where listed;
-- nearest first: a range for each town of a band
create index profiles_search_town on profiles (country, gender, city, id desc) include (date_of_birth, cam_variant) where listed;
-- all ages, and the walk of the advanced search
create index profiles_search_all_ages on profiles (country, gender, id desc) include (cam_variant, date_of_birth, looks, interest_bits) where listed;
create index profiles_search_region_all_ages on profiles (country, region, gender, id desc)
  include (cam_variant, date_of_birth, looks, interest_bits) where listed;
create index profiles_search_active_all_ages on profiles (country, gender, active_on desc, id desc)
  include (cam_variant, region, date_of_birth, looks, interest_bits) where listed;
create index profiles_fictional on profiles (kind, gender, country) where kind <> 'member'; -- auto-like, cam tiles

-- Presence changes all the time and is kept out of the wide tables and indexes.
create unlogged table presence (
  member_id bigint primary key,
  last_active timestamptz not null
) with (fillfactor = 60);

-- Profiles that a member opened lately, for that member alone: the viewed one is never told. At most 50 a member.
create table profile_views (
  member_id bigint not null references members on delete cascade,
  profile_id bigint not null references members on delete cascade,
  viewed_at timestamptz not null default app_now(),
  primary key (member_id, profile_id)
);
create index profile_views_latest on profile_views (member_id, viewed_at desc) include (profile_id); -- recently-viewed.php
create index profile_views_of_profile on profile_views (profile_id); -- the purge of a profile
