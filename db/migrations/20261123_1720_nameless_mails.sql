-- Mails to addresses that nobody has confirmed no longer hold the name, which whoever typed the address chose. Operators' own words
-- for them lose it too.
update mail_texts set texts = regexp_replace(texts::text, ',?\s*\{name\}', '', 'g')::jsonb, updated_at = app_now()
  where template in ('activation', 'mail-change', 'reset-password', 'account-deleted') and texts::text like '%{name}%';
