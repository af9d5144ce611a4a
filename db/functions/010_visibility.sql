-- The visibility rule, shared by the functions in this folder. `seenThrough` in server/visibility/rules.ts implements
-- the same rule; the matrix test (server/visibility/visibility.test.ts) compares the two. These are plain SQL
-- expressions so that PostgreSQL inlines them.

-- Returns whether a member exists for people who know them: the account is in use and no operator has
-- disabled the profile. The profile of an unconfirmed member is disabled automatically.
create or replace function is_there(account text, profile text) returns boolean language sql immutable parallel safe as $$
  select account = 'not_confirmed' or (account = 'active' and profile = 'active')
$$;

-- Returns whether a profile exists for a viewer, apart from blocks: everybody sees listed members, and a
-- conversation also shows unlisted ones.
create or replace function is_known(account text, profile text, invisible boolean, conversation boolean) returns boolean language sql immutable parallel safe as $$
  select is_there(account, profile) and (conversation or (account = 'active' and not invisible))
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
        in_surface, p.id = in_viewer, m.status, p.status, p.invisible, not in_resell and p.cam_variant is not distinct from 'resell',
        exists (select from blocks b where b.blocker_id = in_profile and b.blocked_id = in_viewer),
        exists (select from blocks b where b.blocker_id = in_viewer and b.blocked_id = in_profile),
        exists (select from participants c where c.member_id = in_viewer and c.other_id = in_profile))
      from profiles p join members m on m.id = p.id where p.id = in_profile);
end $$;
