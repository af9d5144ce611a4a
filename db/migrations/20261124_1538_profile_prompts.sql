-- Answers to prompts (contract/lists/prompts.ts), checked by the rules for texts like the name and the about text. Each
-- answer of a member waits for its own decision.
alter table profiles add column prompts jsonb not null default '[]';
create or replace trigger profiles_texts_changed before update of name, about, prompts on profiles for each row
  when (old.name is distinct from new.name or old.about is distinct from new.about or old.prompts is distinct from new.prompts)
  execute function note_texts_changed();

alter table flagged_texts add column prompt text;
alter table flagged_texts drop constraint flagged_texts_kind_check;
alter table flagged_texts add constraint flagged_texts_kind_check check (kind in ('name', 'about', 'first_message', 'prompt'));
drop index flagged_texts_once;
create unique index flagged_texts_once on flagged_texts (member_id, kind, coalesce(message_id, 0), coalesce(prompt, ''))
  where decided_at is null;
