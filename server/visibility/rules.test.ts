import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { seenThrough, type Relation, type Surface } from './rules.ts';

const app = testApp();

const yesNo = [false, true];
const surfaces: Surface[] = ['listed', 'opened', 'approached'];
const accounts: Relation['account'][] = ['not_confirmed', 'active', 'pending_deletion', 'banned', 'deleted'];
const profiles: Relation['profile'][] = ['active', 'disabled'];

function* flags(): Generator<Omit<Relation, 'account' | 'profile'>> {
  for (const own of yesNo)
    for (const invisible of yesNo)
      for (const withheld of yesNo)
        for (const blockedBy of yesNo)
          for (const blocked of yesNo)
            for (const talked of yesNo) yield { own, invisible, withheld, blockedBy, blocked, talked };
}

test('decides the same in SQL and TypeScript for every combination of flags', async () => {
  const asked = surfaces.flatMap((surface) =>
    accounts.flatMap((account) =>
      profiles.flatMap((profile) =>
        [...flags()].map((rest) => ({ surface, relation: { account, profile, ...rest } })),
      ),
    ),
  );
  expect(asked).toHaveLength(3 * 5 * 2 * 2 ** 6);
  const { rows } = await sql<{ seen: string }>`
    select seen_through(q->>'surface', (r->>'own')::boolean, r->>'account', r->>'profile', (r->>'invisible')::boolean, (r->>'withheld')::boolean,
      (r->>'blockedBy')::boolean, (r->>'blocked')::boolean, (r->>'talked')::boolean) as seen
    from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality a (q, n), lateral (select q->'relation' as r) of_it order by n`.execute(
    app.db,
  );
  const different = asked.filter(
    ({ surface, relation }, index) => rows[index]!.seen !== seenThrough(relation, surface),
  );
  expect(different).toEqual([]);
  expect(new Set(rows.map(({ seen }) => seen))).toEqual(new Set(['visible', 'blocked_by', 'hidden']));
});
