-- The way of each week's new members to a second purchase, and what they paid, by source and campaign. Counted anew each day.
create table figure_campaigns (
  week date not null,
  host text not null,
  network text not null,
  campaign text not null,
  lander text not null,
  slug text not null,
  signups integer not null,
  activated integer not null,
  wrote integer not null,
  bought integer not null,
  bought_again integer not null,
  counted_at timestamptz not null default app_now(),
  primary key (week, host, network, campaign, lander, slug)
);

create table figure_campaign_money (
  week date not null,
  host text not null,
  network text not null,
  campaign text not null,
  lander text not null,
  slug text not null,
  currency text not null,
  cents bigint not null,
  primary key (week, host, network, campaign, lander, slug, currency)
);
