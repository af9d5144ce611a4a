-- Pictures that an operator has on the screen, so that no colleague gets the same ones.
create table queue_claims (
  queue text not null check (queue in ('photos', 'verifications', 'chat_images')),
  item_id bigint not null,
  operator_id bigint not null,
  expires_at timestamptz not null,
  primary key (queue, item_id)
);
create index queue_claims_of_operator on queue_claims (operator_id);
