-- Records what happened to a member in the caller's transaction (server/activity). An event with the same kind and key
-- replaces the earlier one, so that it is listed once, at its latest time.
create or replace function record_activity(in_member bigint, in_kind text, in_key text, in_about bigint, in_details jsonb, in_unread boolean)
returns void language plpgsql as $$
begin
  insert into activities as a (member_id, kind, key, about_id, details, unread)
    values (in_member, in_kind, in_key, in_about, in_details, in_unread)
    on conflict (member_id, kind, key) do update set
      id = default, about_id = excluded.about_id, details = excluded.details, unread = excluded.unread, created_at = excluded.created_at;
end $$;
