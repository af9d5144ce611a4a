-- The visibility rule, shared by the functions in this folder. `seenThrough` in server/visibility/rules.ts implements
-- the same rule; the matrix test (server/visibility/visibility.test.ts) compares the two. These are plain SQL
-- expressions so that PostgreSQL inlines them.

-- Returns whether a member exists for people who know them: the account is in use and no operator has
-- disabled the profile. The profile of an unconfirmed member is disabled automatically.
create or replace function is_there(account text, profile text) returns boolean language sql immutable parallel safe as $$
  select account = 'not_confirmed' or (account = 'active' and profile = 'active')
$$;

-- Returns whether people who know a member can reach them: the member exists for them (`is_there`) and the account is not held.
create or replace function is_reachable(account text, profile text, held_at timestamptz) returns boolean language sql immutable parallel safe as $$
  select is_there(account, profile) and held_at is null
$$;

-- Returns whether a profile exists for a viewer, apart from blocks: everybody sees listed members, and a
-- conversation also shows unlisted ones.
create or replace function is_known(account text, profile text, invisible boolean, conversation boolean) returns boolean language sql immutable parallel safe as $$
  select is_there(account, profile) and (conversation or (account = 'active' and not invisible))
$$;

-- Returns whether a profile is invisible to a viewer (null for a visitor): in invisible mode to everybody, and incognito to
-- everybody whom the profile does not like.
create or replace function is_invisible_to(viewer bigint, profile bigint, invisible boolean, incognito boolean) returns boolean language sql stable parallel safe as $$
  select invisible and not (incognito and exists (select from likes l where l.liker_id = profile and l.liked_id = viewer))
$$;

-- The whole rule for a viewer, a member and a surface: `visible`, `blocked_by` or `hidden`. It mirrors
-- `seenThrough`; the matrix test runs both in every combination.
create or replace function seen_through(
  surface text, own boolean, account text, profile text, invisible boolean, withheld boolean, blocked_by boolean, blocked boolean, conversation boolean
) returns text language sql immutable parallel safe as $$
  select case
    when own then case surface when 'opened' then 'visible' else 'hidden' end
    when withheld or not is_known(account, profile, invisible, conversation) then 'hidden'
    when blocked_by then 'blocked_by'
    when surface = 'opened' or (not blocked and is_known(account, profile, invisible, false)) then 'visible'
    else 'hidden'
  end
$$;

-- Like `seen_through`, for two members by id; null if there is no such profile. It is PL/pgSQL because its
-- plans are cached.
create or replace function seen_by(in_viewer bigint, in_profile bigint, in_surface text, in_resell boolean) returns text
language plpgsql stable as $$
begin
  return (
    select seen_through(
        in_surface, p.id = in_viewer, m.status, p.status,
        is_invisible_to(in_viewer, p.id, p.invisible, p.incognito),
        (not in_resell and p.cam_variant is not distinct from 'resell')
          or m.held_at is not null
          or p.pool_id is distinct from (select v.pool_id from members v where v.id = in_viewer)
          or exists (select from acquaintances a where a.owner_id = in_profile and a.other_id = in_viewer)
          or exists (select from acquaintances a where a.owner_id = in_viewer and a.other_id = in_profile),
        exists (select from blocks b where b.blocker_id = in_profile and b.blocked_id = in_viewer),
        exists (select from blocks b where b.blocker_id = in_viewer and b.blocked_id = in_profile),
        exists (select from side_with(in_viewer, in_profile)))
      from profiles p join members m on m.id = p.id where p.id = in_profile);
end $$;

-- The condition for a first message or like of `in_sender` that `in_recipient` sets and the sender does not meet, as a code of
-- contract/errors.ts; null if there is none. With `refused` it ends there, otherwise it may go to the recipient's requests.
-- Members whom the recipient likes meet every condition except a pause. The daily number is `store_messages`' own.
create or replace function unmet_condition(in_recipient bigint, in_sender bigint, out code text, out refused boolean)
language plpgsql stable strict as $$
begin
  select case
      when c.paused then 'contact_paused'
      when exists (select from likes l where l.liker_id = in_recipient and l.liked_id = in_sender) then null
      when c.verified and not p.verified then 'contact_verified'
      when c.photo and not exists (select from photos o where o.id = p.main_photo_id and o.status = 'active') then 'contact_photo'
      when extract(year from age(app_now(), p.date_of_birth)) not between coalesce(c.min_age, 0) and coalesce(c.max_age, 999)
        or extract(year from age(app_now(), p.partner_date_of_birth)) not between coalesce(c.min_age, 0) and coalesce(c.max_age, 999)
        then 'contact_age'
      when c.countries <> '{}' and p.country <> all (c.countries) then 'contact_country'
      when c.premium and not m.paid_user then 'contact_premium'
    end, c.paused or c.others = 'refused'
    into code, refused
    from contact_conditions c, profiles p join members m on m.id = p.id
    where c.member_id = in_recipient and p.id = in_sender;
end $$;

-- Returns whether a member lacks the age check that their country asks for. `in_countries` are those that ask, separated by
-- commas. A former country asks until a check has passed once, so that nobody escapes by changing the profile's country.
-- Fictional profiles are exempt, because operators write with them.
create or replace function lacks_age_check(in_member bigint, in_countries text) returns boolean language plpgsql stable as $$
declare
  asking text[] := string_to_array(in_countries, ',');
begin
  -- On most sites no country asks. A condition without a subquery runs no statement.
  if in_countries = '' then
    return false;
  end if;
  return exists (
    select from profiles p
      where p.id = in_member and p.kind = 'member' and (p.country = any (asking) or p.former_countries && asking)
        and not exists (
          select from age_checks a
            where a.member_id = p.id and a.state = 'passed' and (a.expires_at > app_now() or p.country <> all (asking))));
end $$;

-- A text as words of lower-case letters and digits between single spaces.
create or replace function plain_words(in_text text) returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(lower(normalize(in_text, nfkc)), '[^[:alnum:]]+', ' ', 'g')) || ' '
$$;

-- Returns whether a text contains one of the words or phrases that a member does not want to read.
create or replace function has_hidden_word(in_member bigint, in_text text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from contact_conditions c, unnest(c.hidden_words) word
      where c.member_id = in_member and position(plain_words(word) in plain_words(in_text)) > 0);
end $$;
