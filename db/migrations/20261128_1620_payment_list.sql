-- The office filters its list of payments and shows the newest first.
create index payments_by_status on payments (status, id desc);
create index payments_by_method on payments (method, id desc);
create index payments_by_gateway on payments (gateway, id desc);
create index payments_of_country on payments (country, id desc);
create index payments_by_amount on payments (amount_cents, id desc);
create index payments_by_time on payments (created_at, id);
create index payments_by_code on payments (discount_code, id desc) where discount_code is not null;
create index payments_charged_back on payments (id desc) where charged_back_at is not null;
create index payments_refunded on payments (id desc) where refunded_at is not null;
create index payments_of_host on payments (host, id desc);
