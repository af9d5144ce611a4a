import { hash as bcrypt } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { addressKey } from '#contract/rules/account-rules.ts';
import { importAccount } from '#server/identity/index.ts';
import { arePasswords } from '#server/identity/passwords.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { testApp } from '#support/app.ts';

// Neither a response nor its timing may reveal whether an address belongs to a member: each sequence runs
// against a member's address and a free one, and must give the same responses.

const site = testApp({ LIMITS_SCALE: '1' });

type Step = { by: 'own' | 'elsewhere'; password: string };

/**
 * Signs up with the address, once or twice, then tries the passwords in turn. Returns the response of each
 * call.
 */
async function answers(name: string, email: string, signups: number, steps: Step[]): Promise<string[]> {
  if (signups === 2)
    await site.as(`${name}1`, { email, unconfirmed: true, password: 'the first of two signups' });
  const second = await site.as(`${name}2`, {
    email,
    unconfirmed: true,
    password: 'the second of two signups',
  });
  const told: string[] = [];
  for (const { by, password } of steps) {
    const browser = by === 'own' ? second : site.visitor();
    const { status, body } = await browser.call('login', { body: { email, password } });
    told.push(`${status} ${body.error ?? ''}`);
  }
  return told;
}

const wrong: Step = { by: 'elsewhere', password: 'a wrong one' };
const first: Step = { by: 'elsewhere', password: 'the first of two signups' };
const second: Step = { by: 'elsewhere', password: 'the second of two signups' };

test.for<[string, number, Step[]]>([
  ['the first of two passwords, then the second', 2, [first, second, first]],
  [
    'wrong ones, then the own from the own browser',
    1,
    [...Array<Step>(6).fill(wrong), { ...second, by: 'own' }],
  ],
  ['wrong and right in turn', 1, Array.from({ length: 14 }, (_, at) => (at % 2 === 0 ? wrong : second))],
  ['only wrong ones', 1, Array<Step>(7).fill(wrong)],
])(
  'a sequence of logins is answered alike for a member’s address and a free one: %s',
  async ([name, signups, steps]) => {
    const tag = name.replace(/[^a-z]/g, '').slice(0, 12);
    const member = await site.as(`member${tag}`);
    expect(await answers(`t${tag}`, member.email, signups, steps)).toEqual(
      await answers(`f${tag}`, `free-${tag}@example.test`, signups, steps),
    );
  },
);

test('a signup is answered alike for a member’s address and a free one after 40 days too', async () => {
  const member = await site.as('patient');
  const told: string[] = [];
  for (const [name, email] of [
    ['patient2', member.email],
    ['patient3', 'free-patient@example.test'],
  ] as const) {
    await site.shiftClock(0);
    await site.as(name, { email, unconfirmed: true, password: second.password });
    await site.shiftClock(40 * 86_400);
    for (const job of ['account-purge', 'account-drop-unused']) await site.app.jobs.add(site.db, job);
    await site.runJobs();
    const { status, body } = await site
      .visitor()
      .call('login', { body: { email, password: second.password } });
    told.push(`${status} ${body.error ?? ''}`);
  }
  expect(told).toEqual(['200 ', '200 ']);
});

test('computes equally expensive hashes for a wrong password at every address, even after an import of more expensive ones', async () => {
  const took = async (stored: string | null) => {
    const began = performance.now();
    await arePasswords(site.db, [stored], 'a wrong one');
    return performance.now() - began;
  };
  const imported = await bcrypt('what it was there', 12);
  await inTransaction(site.db, (tx) =>
    importAccount(tx, {
      email: 'imported@example.test',
      key: addressKey(1, 'imported@example.test'),
      passwordHash: imported,
      language: 'en',
      host: null,
      premium: false,
      signedUpAt: null,
      confirmedAt: new Date(),
      consentAt: new Date(),
      notificationsDisabled: [],
    }),
  );
  // In turns, and only the fastest of each: other work on the machine can slow down a run, but not speed it up.
  let [known, unknown] = [Infinity, Infinity];
  for (let run = 0; run < 7; run++) {
    known = Math.min(known, await took(imported));
    unknown = Math.min(unknown, await took(null));
  }
  expect(unknown / known).toBeGreaterThan(0.6);
  expect(unknown / known).toBeLessThan(1.6);
});
