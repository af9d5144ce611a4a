-- The prompt that a message answers, with the answer as it was then (contract/rules/prompts.ts). A nullable column without
-- a default rewrites no row.
alter table messages add column about jsonb;
