-- Whether a session has shown both factors: a password or link, and a code or passkey. Operators' calls answer no other session.

alter table sessions add column both_factors boolean not null default false;

-- Sessions of operators end after 12 hours, those that are open too.
update sessions s set expires_at = least(s.expires_at, s.created_at + interval '12 hours')
  from members m where m.id = s.member_id and m.roles <> '{}';
