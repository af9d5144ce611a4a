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
