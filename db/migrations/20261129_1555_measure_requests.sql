-- Identifies an operator's request for a measure, so that a program can repeat it (docs/operate/webhooks.md).
alter table measures add column request_id uuid;

create unique index measures_by_request on measures (operator_id, request_id) where request_id is not null;
