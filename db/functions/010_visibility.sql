-- The rule of who may see whom, shared by the functions in this folder. The same rule is `seenThrough` in
-- server/visibility/rules.ts; the matrix test (server/visibility/visibility.test.ts) holds the two together. Plain
-- expressions, so that PostgreSQL writes them into the statements that call them.

-- Whether somebody is there for those who know them: the account is in use, and no operator has disabled the profile. The
-- profile of an unconfirmed member is disabled by itself.
create or replace function is_there(account text, profile text) returns boolean language sql immutable parallel safe as $$
  select account = 'not_confirmed' or (account = 'active' and profile = 'active')
$$;

-- Whether a profile exists for a viewer, blocks aside: everybody sees those who are listed, a conversation shows the others
-- who are there.
create or replace function is_known(account text, profile text, invisible boolean, conversation boolean) returns boolean language sql immutable parallel safe as $$
  select is_there(account, profile) and (conversation or (account = 'active' and not invisible))
$$;

-- The whole rule: what a viewer sees of somebody on a surface, `visible`, `blocked_by` or `hidden`. Word for word `seenThrough`;
-- the matrix test asks both in every combination.
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

-- The same of two by their ids; null when there is no such profile. PL/pgSQL, whose plans are kept.
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
