-- The reference to a photo, to store with a message. Null unless it is on the owner's profile and its viewer sees it
-- (`accessTo` in server/photos/rules.ts).
create or replace function photo_quoted(in_owner bigint, in_viewer bigint, in_photo bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'photo', 'photo', ph.id)
    from photos ph join members viewing on viewing.id = in_viewer
    where ph.id = in_photo and ph.member_id = in_owner and ph.status = 'active'
      and case
        when not ph.private then true
        when ph.on_request then exists (
          select from photo_access a
          where a.owner_id = in_owner and a.viewer_id = in_viewer and a.state = 'granted'
            and (a.expires_at is null or a.expires_at > app_now()))
        else viewing.paid_user
      end
$$;
