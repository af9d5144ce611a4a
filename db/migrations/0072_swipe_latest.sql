create index swipe_choices_latest on swipe_choices (member_id, created_at desc) include (profile_id); -- undo of the last choice
