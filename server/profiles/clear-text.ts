import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/**
 * Removes text that breaks the rules: empties an about text, removes the answer to `prompt`, or replaces a name
 * with a neutral one that its owner can change.
 */
export async function clearText(
  tx: Tx,
  memberId: number,
  { kind, prompt }: { kind: 'name' | 'about' | 'prompt'; prompt: string | null },
): Promise<void> {
  const set = {
    name: { name: `Member ${memberId}` },
    about: { about: null },
    prompt: {
      prompts: sql<string>`(select coalesce(jsonb_agg(a order by n), '[]') from jsonb_array_elements(prompts) with ordinality as t (a, n)
        where a ->> 'prompt' is distinct from ${prompt})`,
    },
  };
  await tx.updateTable('profiles').set(set[kind]).where('id', '=', memberId).execute();
}
