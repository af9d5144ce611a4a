import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { addPasskey, authenticator } from '#support/authenticator.ts';
import { plantWithBrowser } from '#support/members.ts';
import { startSignInProvider } from '#support/services/sign-in-provider.ts';

// Operators sign in at a real OpenID provider, over HTTP.

const provider = await startSignInProvider();
provider.serve('http://localhost:3000');
afterAll(() => provider.close());
afterEach(() => provider.tamperWith(null));

const BEGIN = '/api/admin/sign-in/begin';

/** The address that the callback leads to. */
async function arrive(browser: Client, returnedTo: string): Promise<URL> {
  const { pathname, search } = new URL(returnedTo);
  const { status, headers } = await browser.request('GET', pathname + search);
  expect(status).toBe(302);
  return new URL(String(headers['location']), 'http://localhost:3000');
}

async function begin(browser: Client, next = ''): Promise<string> {
  const { status, headers } = await browser.request('GET', BEGIN + next);
  expect(status).toBe(302);
  return String(headers['location']);
}

const signIn = async (browser: Client, login: string, next = '') =>
  arrive(browser, await provider.logIn(await begin(browser, next), login));

const failure = (url: URL) => url.searchParams.get('failed');

describe('beside passwords', () => {
  const site = testApp(provider.env);
  let owner: Client;
  let count = 0;

  beforeAll(async () => {
    owner = await plantWithBrowser(site, { roles: ['owner'] });
  });

  async function operator(): Promise<{ id: number; email: string; login: string }> {
    const login = `operator${++count}`;
    const email = `${login}@company.test`;
    const { id } = await owner.must('inviteOperator', { body: { email, name: 'Olga', roles: ['support'] } });
    provider.claims.set(login, { email, email_verified: true });
    return { id, email, login };
  }

  const logInWith = (browser: Client, url: URL) =>
    browser.call('operatorLogin', { body: { token: url.searchParams.get('token') ?? '' } });

  test('logs in the operator with the address that the provider states, and leads on', async () => {
    const { login, email } = await operator();
    const browser = site.visitor();
    expect((await browser.must('staffSignIn')).provider).toEqual({
      name: 'Example ID',
      url: `http://localhost:3000${BEGIN}`,
      only: false,
    });
    const url = await signIn(browser, login, '?next=/admin/members');
    expect([url.pathname, url.searchParams.get('next')]).toEqual(['/admin/login', '/admin/members']);
    const answer = await logInWith(browser, url);
    expect(answer.body).toMatchObject({ email });
    // The second step is the site's own, so the provider alone gives no role.
    expect((await browser.call('adminTasks')).body.error).toBe('second_factor_required');
    // Both the sign-in link and the session are ended by their first use elsewhere.
    expect((await logInWith(site.visitor(), url)).body.error).toBe('link_expired');
  });

  test('knows the operator by the subject from then on, whatever the address', async () => {
    const { login, id } = await operator();
    await signIn(site.visitor(), login);
    provider.claims.set(login, { email: 'married@company.test', email_verified: true });
    const browser = site.visitor();
    expect((await logInWith(browser, await signIn(browser, login))).body).toMatchObject({ id });
    const { rows } = await sql`
      select details from audit_log where action = 'operator.identity' and member_id = ${id}`.execute(
      site.db,
    );
    expect(rows).toHaveLength(1);
  });

  test('gives the account of an operator to no second person with the address', async () => {
    const { login, email } = await operator();
    await signIn(site.visitor(), login);
    provider.claims.set('namesake', { email, email_verified: true });
    expect(failure(await signIn(site.visitor(), 'namesake'))).toBe('unknown');
  });

  test('links again after the owner let the operator start again', async () => {
    const { login, email, id } = await operator();
    await signIn(site.visitor(), login);
    await owner.must('forgetOperatorFactor', { body: { id } });
    provider.claims.set('new account', { email, email_verified: true });
    expect(failure(await signIn(site.visitor(), 'new account'))).toBeNull();
    expect(failure(await signIn(site.visitor(), login))).toBe('unknown');
  });

  test('lets in no strangers, members, dismissed operators or unverified addresses', async () => {
    const member = await site.as('anna');
    const dismissed = await operator();
    await signIn(site.visitor(), dismissed.login);
    await owner.must('changeOperator', { body: { id: dismissed.id, roles: [] } });
    const unverified = await operator();
    provider.claims.set('stranger', { email: 'stranger@company.test', email_verified: true });
    provider.claims.set('member', { email: member.email, email_verified: true });
    provider.claims.set('nobody', {});
    provider.claims.set(unverified.login, { email: unverified.email, email_verified: false });
    for (const login of ['stranger', 'member', 'nobody', dismissed.login, unverified.login])
      expect([login, failure(await signIn(site.visitor(), login))]).toEqual([login, 'unknown']);
  });

  test('refuses a callback that is forged, repeated, late, cancelled or of another browser', async () => {
    const { login } = await operator();
    const browser = site.visitor();
    const returnedTo = await provider.logIn(await begin(browser), login);
    expect(failure(await arrive(site.visitor(), returnedTo))).toBe('refused');
    const other = site.visitor();
    await begin(other);
    expect(failure(await arrive(other, returnedTo))).toBe('refused');

    const kept = new Map(browser.cookies);
    expect(failure(await arrive(browser, returnedTo))).toBeNull();
    expect(browser.cookies.has('staff-sign-in')).toBe(false);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect(failure(await arrive(browser, returnedTo))).toBe('refused');

    const forger = site.visitor();
    await begin(forger);
    expect(failure(await arrive(forger, `http://localhost:3000${CALLBACK}?code=x&state=y`))).toBe('refused');
    forger.cookies.set('staff-sign-in', 'x');
    expect(failure(await arrive(forger, `http://localhost:3000${CALLBACK}`))).toBe('refused');

    const leaver = site.visitor();
    expect(failure(await arrive(leaver, await provider.cancel(await begin(leaver))))).toBe('refused');
  });

  test.each([
    ['for somebody else', { sub: 'operator1' }],
    ['for another client', { aud: 'another' }],
    ['of another sign-in', { nonce: 'another' }],
    ['that has expired', { exp: 1_000_000_000 }],
    ['of another issuer', { iss: 'https://elsewhere.test' }],
    ['with nothing but a wrong signature', { email: 'x' }],
  ])('refuses an ID token %s', async (_what, changes) => {
    const { login } = await operator();
    provider.tamperWith((payload) => Object.assign(payload, changes));
    expect(failure(await signIn(site.visitor(), login))).toBe('refused');
  });

  test('leaves operators their passwords', async () => {
    const olga = await site.as('olga');
    await sql`update members set roles = '{support}' where id = ${olga.memberId}`.execute(site.db);
    expect((await site.visitor().call('login', { body: { email: olga.email, password } })).status).toBe(200);
  });
});

const CALLBACK = '/api/admin/sign-in/callback';

describe('instead of passwords', () => {
  const site = testApp({ ...provider.env, OIDC_ONLY: 'true' });

  test('refuses the password of an operator, not of a member', async () => {
    const [olga, anna] = [await site.as('olga'), await site.as('anna')];
    await sql`update members set roles = '{support}' where id = ${olga.memberId}`.execute(site.db);
    const logIn = ({ email }: Client, given = password) =>
      site.visitor().call('login', { body: { email, password: given } });
    expect((await logIn(olga)).body.error).toBe('staff_sign_in_required');
    expect((await logIn(olga, 'a wrong password')).body.error).toBe('login_failed');
    expect((await logIn(anna)).status).toBe(200);
  });

  test('still opens a one-time link, so that nobody is locked out while the provider is down', async () => {
    const owner = await plantWithBrowser(site, { roles: ['owner'] });
    await owner.must('inviteOperator', {
      body: { email: 'new@company.test', name: 'Nora', roles: ['support'] },
    });
    const [mail] = await site.outbox('new@company.test');
    const token = new URL(mail!.links.find((link) => link.includes('/admin/login'))!).searchParams.get(
      'token',
    )!;
    expect((await site.visitor().call('operatorLogin', { body: { token } })).status).toBe(200);
  });
});

describe('with a passkey as the second step', () => {
  const site = testApp({ ...provider.env, OIDC_ONLY: 'true' });

  test('takes the passkey after the provider, and not alone', async () => {
    const olga = await site.as('olga');
    const own = authenticator(-7, site.app.config.publicUrl);
    await addPasskey(olga, own, password);
    await sql`update members set roles = '{support}' where id = ${olga.memberId}`.execute(site.db);
    provider.claims.set('olga', { email: olga.email, email_verified: true });
    const logIn = async (browser: Client, ticket: { ticket?: string }) =>
      browser.call('passkeyLogin', {
        body: { response: own.answer(await browser.must('beginPasskeyLogin')), ...ticket },
      });
    expect((await logIn(site.visitor(), {})).body.error).toBe('staff_sign_in_required');
    expect((await logIn(site.visitor(), { ticket: 'forged' })).body.error).toBe('staff_sign_in_required');

    const browser = site.visitor();
    const url = await signIn(browser, 'olga');
    const first = await browser.call('operatorLogin', { body: { token: url.searchParams.get('token')! } });
    expect(first.body.error).toBe('second_step_required');
    const ticket = String(first.body.params?.['ticket']);
    expect((await logIn(browser, { ticket })).status).toBe(200);
    expect((await browser.call('adminTasks')).status).toBe(200);
  });
});

describe('while the provider is down', () => {
  const site = testApp({ ...provider.env, OIDC_ISSUER: 'http://127.0.0.1:9' });

  test('says so on the login page', async () => {
    expect(await begin(site.visitor())).toBe('/admin/login?failed=unavailable');
  });
});

describe('without a provider', () => {
  const site = testApp();

  test('has no such login', async () => {
    expect((await site.visitor().must('staffSignIn')).provider).toBeNull();
    for (const path of [BEGIN, CALLBACK])
      expect((await site.visitor().request('GET', path)).status).toBe(404);
  });
});

test.each([
  [{ OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'x' }, 'go together'],
  [{ OIDC_ONLY: 'true' }, 'OIDC_ONLY needs OIDC_ISSUER'],
  [{ ...provider.env, OIDC_ONLY: 'yes' }, 'OIDC_ONLY must be one of true, false'],
  [{ ...provider.env, OIDC_ISSUER: 'id.test' }, 'OIDC_ISSUER must be an address'],
])('refuses to start with %j', (env, sentence) => {
  expect(() => readConfig({ SECRET: 'a secret for tests, long enough to be taken', ...env })).toThrow(
    sentence,
  );
});
