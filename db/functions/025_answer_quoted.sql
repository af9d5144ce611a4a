-- The quote of an answer on a profile, to store with a message. Null if the profile does not show the answer (any more).
create or replace function answer_quoted(in_profile bigint, in_prompt text) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'prompt', 'id', a ->> 'prompt', 'answer', a ->> 'answer')
    from profiles p, jsonb_array_elements(p.prompts) a
    where p.id = in_profile and a ->> 'prompt' = in_prompt and not 'prompts' = any (p.hidden_fields)
$$;
