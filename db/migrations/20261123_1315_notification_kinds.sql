-- contract/lists/notifications.ts names the kinds of notification; a new kind needs no migration.
alter table notification_news drop constraint notification_news_type_check;
