-- Decides and stores a like in one statement. Under the pair lock it applies the visibility rule, inserts the like,
-- and determines whether it is a match and whether to notify the liked member. Idempotent. If `seen` is not `visible`
-- (null for an unknown profile), the like was refused.
--
-- A like that is withdrawn and repeated is notified at most once a day; a match is notified separately.
-- `shown`: the liked member may see the liker, so their open browsers are notified. The versions are those of both
-- cards. `unmet` is the condition for contact that refused the like; one that only leads to requests makes the like
-- silent.
-- `in_age_countries` are the countries whose members need an age check first. It has a default, because processes of the
-- previous release do not pass it during an upgrade. With `in_silent` nobody is notified, as for a like that leads to
-- requests.
drop function if exists like_profile(bigint, bigint, boolean);
drop function if exists like_profile(bigint, bigint, boolean, text);
drop function if exists like_profile(bigint, bigint, boolean, text, boolean);
create function like_profile(in_liker bigint, in_liked bigint, in_resell boolean, in_age_countries text default '', in_silent boolean default false)
returns table (seen text, name text, is_new boolean, match boolean, is_news boolean, shown boolean, liker_version xid, liked_version xid, unmet text)
language plpgsql as $$
#variable_conflict use_column
declare
  condition record;
begin
  perform lock_pair(in_liker, in_liked);
  seen := seen_by(in_liker, in_liked, 'approached', in_resell);
  select p.name, p.xmin into name, liked_version from profiles p where p.id = in_liked;
  select * into condition from unmet_condition(in_liked, in_liker);
  if seen = 'visible' and lacks_age_check(in_liker, in_age_countries) then
    unmet := 'age_check_required';
  elsif seen = 'visible' and condition.refused and condition.code is not null and not exists (select from likes where liker_id = in_liker and liked_id = in_liked) then
    unmet := condition.code;
  elsif seen = 'visible' then
    insert into likes (liker_id, liked_id) values (in_liker, in_liked) on conflict (liker_id, liked_id) do nothing;
    is_new := found;
    match := exists (select from likes where liker_id = in_liked and liked_id = in_liker);
    if is_new and condition.code is null and not in_silent then
      insert into like_notices as told (member_id, liker_id, match) values (in_liked, in_liker, match)
        on conflict (member_id, liker_id, match) do update set told_at = excluded.told_at where told.told_at < app_now() - interval '1 day';
      is_news := found;
      if is_news then
        perform record_activity(in_liked, case when match then 'match' else 'like' end, in_liker::text, in_liker, '{}', true);
      end if;
      if match then
        -- The liker sees the match at once.
        perform record_activity(in_liker, 'match', in_liked::text, in_liked, '{}', false);
      end if;
      shown := seen_by(in_liked, in_liker, 'opened', in_resell) is not distinct from 'visible';
      select p.xmin into liker_version from profiles p where p.id = in_liker;
    end if;
  end if;
  return next;
end $$;

-- Withdraws a like, or with `in_since` only a like created at or after it. Returns whether there was one, and
-- whether the liked member may see the liker.
drop function if exists unlike_profile;
create function unlike_profile(in_liker bigint, in_liked bigint, in_resell boolean, in_since timestamptz)
returns table (unliked boolean, shown boolean)
language plpgsql as $$
begin
  perform lock_pair(in_liker, in_liked);
  delete from likes where liker_id = in_liker and liked_id = in_liked and (in_since is null or created_at >= in_since);
  unliked := found;
  shown := unliked and seen_by(in_liked, in_liker, 'opened', in_resell) is not distinct from 'visible';
  return next;
end $$;
