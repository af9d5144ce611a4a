-- When an operator was dismissed, or deleted the own account. Such an account never comes back by itself, and its address can be
-- engaged again.
alter table members add column dismissed_at timestamptz;
update members set dismissed_at = app_now()
  where status = 'banned' and suspended_until is null and roles = '{}'
    and id in (select member_id from audit_log where action = 'operator.roles');

-- When a session last showed a second factor. Critical calls of the office require a fresh one.
alter table sessions add column factor_at timestamptz;

-- How often a complaint's decision was reversed. Each decision can be appealed once, and contested_by made the one that was reversed.
alter table complaints add column round int not null default 0;
alter table appeals add column round int not null default 0;
alter table appeals add column contested_by bigint;
alter table appeals drop constraint appeals_complaint_id_key;
alter table appeals add constraint appeals_complaint_id_round_key unique (complaint_id, round);
-- Cases that were reversed before this release are in their second round. Their first deciders were not kept.
update complaints c set round = 1 where exists (select from appeals a where a.complaint_id = c.id and a.state = 'reversed');

-- Operators' access tokens last 90 days at most.
update api_tokens t set expires_at = app_now() + interval '90 days'
  from members m where m.id = t.member_id and m.roles <> '{}' and t.revoked_at is null
    and t.expires_at > app_now() + interval '90 days' and exists (select from unnest(t.scopes) scope where scope like 'admin:%');
