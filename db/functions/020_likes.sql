-- A like, decided and stored in one statement: under the lock of the pair the visibility rule, the like, whether it is a match, and
-- whether the other is told of it by mail. A repeat changes nothing. `seen` is not `visible` (null for nobody at all) when
-- it was refused.
--
-- A like that was taken back and given again is news once a day; a match is news of its own.
-- `shown`: the liked one may see the liker, so that open browsers can be told. The versions are those of both cards.
drop function if exists like_profile;
create function like_profile(in_liker bigint, in_liked bigint, in_resell boolean)
returns table (seen text, name text, is_new boolean, match boolean, is_news boolean, shown boolean, liker_version xid, liked_version xid)
language plpgsql as $$
#variable_conflict use_column
begin
  perform lock_pair(in_liker, in_liked);
  seen := seen_by(in_liker, in_liked, 'approached', in_resell);
  select p.name, p.xmin into name, liked_version from profiles p where p.id = in_liked;
  if seen = 'visible' then
    insert into likes (liker_id, liked_id) values (in_liker, in_liked) on conflict (liker_id, liked_id) do nothing;
    is_new := found;
    match := exists (select from likes where liker_id = in_liked and liked_id = in_liker);
    if is_new then
      insert into like_notices as told (member_id, liker_id, match) values (in_liked, in_liker, match)
        on conflict (member_id, liker_id, match) do update set told_at = excluded.told_at where told.told_at < app_now() - interval '1 day';
      is_news := found;
      shown := seen_by(in_liked, in_liker, 'opened', in_resell) is not distinct from 'visible';
      select p.xmin into liker_version from profiles p where p.id = in_liker;
    end if;
  end if;
  return next;
end $$;

-- Takes a like back, of `in_since` or later where that is given. Whether there was one, and whether the liked one may see whose it was.
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
