-- Gifts and opening lines, as operators set them.

-- A gift without a picture is one that the web app draws; without a price it costs the site's `gift_credits`. A retired one stays in
-- the messages that it was sent in.
create table gifts (
  id text primary key,
  credits int check (credits between 0 and 1000),
  names jsonb not null default '{}',             -- by language; empty for those that the web app names
  picture text,
  position int not null,
  active boolean not null default true
);
insert into gifts (id, position)
select id, n from unnest(array['rose', 'bouquet', 'chocolates', 'champagne', 'cocktail', 'teddy', 'perfume', 'candle', 'heart', 'ring', 'balloons', 'key'])
  with ordinality as each_gift (id, n);

-- What operators changed of the opening lines that the product brings (`about.hiking`, `open.1`), and those they added (`own.…`).
create table icebreakers (
  language text not null,
  id text not null,
  interest text,                                 -- what the line is about; null: anybody
  text text not null,
  active boolean not null default true,
  primary key (language, id)
);
