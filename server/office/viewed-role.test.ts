import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { namedRoles, OFFICE_ROLE_COOKIE, roles, rolesOfCall } from '#contract/lists/roles.ts';
import { testApp } from '#support/app.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();

test('lists for each role exactly the calls that it may make', async () => {
  const owner = await operatorWith(site, 'owner');
  const { roles: shown } = await owner.must('adminRoles');
  expect(shown.map(({ role }) => role)).toEqual(roles);
  for (const { role, calls: powers } of shown) {
    const may = Object.entries(calls).filter(
      ([, call]) => call.access === 'operator' && rolesOfCall(call).includes(role),
    );
    expect(powers.map(({ name }) => name).toSorted(), role).toEqual(may.map(([name]) => name).toSorted());
  }
  const moderator = shown.find(({ role }) => role === 'moderator')?.calls ?? [];
  expect(moderator.find(({ name }) => name === 'decidePhoto')).toMatchObject({
    changes: true,
    module: 'moderation',
  });
});

test('refuses an owner who looks at the office with another role what that role may not do', async () => {
  const owner = await operatorWith(site, 'owner');
  for (const role of namedRoles) {
    owner.cookies.set(OFFICE_ROLE_COOKIE, role);
    expect((await owner.call('adminOperators')).body.error, role).toBe('role_required');
    expect((await owner.call('adminRoles')).status, role).toBe(200);
  }
  owner.cookies.set(OFFICE_ROLE_COOKIE, 'auditor');
  expect((await owner.call('adminOperators')).status).toBe(200);
  expect((await owner.call('retryJobs', { body: { kind: 'mail' } })).body.error).toBe('role_required');
  owner.cookies.delete(OFFICE_ROLE_COOKIE);
  expect((await owner.call('retryJobs', { body: { kind: 'mail' } })).status).toBe(200);
});

test('gives nobody a role by looking at the office with it', async () => {
  const writer = await operatorWith(site, 'writer');
  for (const role of ['owner', 'moderator', 'nonsense']) {
    writer.cookies.set(OFFICE_ROLE_COOKIE, role);
    expect((await writer.call('adminOperators')).body.error, role).toBe('role_required');
    expect((await writer.call('adminPhotos')).body.error, role).toBe('role_required');
  }
});
