-- An announcement that every member must get, such as a change of the terms.
alter table announcements drop constraint announcements_type_check;
alter table announcements add constraint announcements_type_check check (type in ('news', 'promotions', 'account'));
