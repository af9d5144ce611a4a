-- What looks unusual about a member, from what the site knows already. Each is a lookup by an index. A report counts from the
-- second member on, so that nobody alone can stop another from writing.
create or replace function verification_signals(in_member bigint) returns text[] language plpgsql stable as $$
begin
  return array_remove(array[
    (select 'disposable_mail' from verification_demands d where d.member_id = in_member and d.kind = 'disposable_mail'),
    case when exists (
      select from person_marks mine join person_marks other on other.kind = mine.kind and other.hash = mine.hash
        where mine.member_id = in_member and mine.kind <> 'device' and other.member_id <> in_member) then 'same_person' end,
    -- Two people share a computer, three rarely.
    case when (
      select count(distinct other.member_id) from person_marks mine
        join person_marks other on other.kind = mine.kind and other.hash = mine.hash
        where mine.member_id = in_member and mine.kind = 'device' and other.member_id <> in_member) > 1 then 'shared_browser' end,
    case when exists (
      select from photos p where p.member_id = in_member and p.flags && array['refused_before']) then 'refused_picture' end,
    case when exists (
      select from flagged_texts f where f.member_id = in_member and f.decided_at is null) then 'flagged_words' end,
    case when (
      select count(distinct c.reporter_id) from complaints c
        where c.profile_id = in_member and c.status in ('open', 'in_review')) > 1 then 'reported' end,
    -- The newest conversations, also those that the member has removed from their list.
    case when exists (
      select from (
        select p.last_sender_id, p.last_excerpt from sides_of(in_member) p
          order by p.conversation_id desc limit 30
      ) newest where last_sender_id = in_member and length(last_excerpt) >= 20
        group by last_excerpt having count(*) >= 5) then 'copied_messages' end
  ], null);
end $$;

-- Why a member must verify their photos before they write to somebody new, and null if nothing asks for it. `in_rule` is the
-- site's setting `verification_required`. Fictional profiles are exempt.
create or replace function needs_verification(in_member bigint, in_rule text) returns text language plpgsql stable as $$
declare
  demand text;
begin
  select d.kind into demand from verification_demands d where d.member_id = in_member;
  if demand is null and in_rule = 'off' then
    return null;
  end if;
  if not exists (select from profiles p where p.id = in_member and p.kind = 'member' and not p.verified) then
    return null;
  end if;
  return case
    when demand = 'asked' then 'asked'
    when demand is not null then 'unusual'
    when in_rule = 'before_first_message' then 'everybody'
    when in_rule = 'when_suspicious' and verification_signals(in_member) <> '{}' then 'unusual'
  end;
end $$;

-- The same, about writing to one member: whoever has written to the sender gets answers.
create or replace function lacks_verification(in_sender bigint, in_recipient bigint, in_rule text) returns boolean language plpgsql stable as $$
begin
  if needs_verification(in_sender, in_rule) is null then
    return false;
  end if;
  return not exists (
    select from side_with(in_recipient, in_sender) theirs where theirs.messages_sent > 0);
end $$;
