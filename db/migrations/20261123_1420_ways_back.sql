-- The former address of an account stays reserved while its way back lives: links remember it as the key by which accounts are known.
update link_tokens set payload = payload || jsonb_build_object('key', lower(normalize(btrim(payload ->> 'email'), nfc)))
  where purpose = 'mail_change_back' and payload ? 'email';
create index link_tokens_ways_back on link_tokens ((payload ->> 'key')) where purpose = 'mail_change_back';
