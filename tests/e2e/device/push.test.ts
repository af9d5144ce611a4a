import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '#seeds/people.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

// Push notifications as a member sees them. Only the browser's permission prompt and push service are faked,
// because a headless browser has neither. The service worker, the page and the site are real.

const { site, browser } = await siteForTests();
const people = await memberPages(site, browser);

/**
 * Fakes the browser's part on every page of the context. The permission prompt answers `answer`, and the
 * state survives a reload.
 */
async function withPush(page: Page, answer: 'granted' | 'denied') {
  await page.context().addInitScript((answer) => {
    const count = (key: string) => {
      const now = Number(localStorage.getItem(key) ?? 0) + 1;
      localStorage.setItem(key, String(now));
      return now;
    };
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem('test-permission') ?? 'default',
    });
    Notification.requestPermission = async () => {
      count('test-asked');
      localStorage.setItem('test-permission', answer);
      return answer;
    };
    const subscription = (endpoint: string | null) =>
      endpoint && {
        endpoint,
        toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'BPk', auth: 'YWI' } }),
        unsubscribe: async () => localStorage.removeItem('test-endpoint'),
      };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription(localStorage.getItem('test-endpoint')),
      async subscribe() {
        localStorage.setItem(
          'test-endpoint',
          `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}-${count('test-subscribed')}`,
        );
        return subscription(localStorage.getItem('test-endpoint'));
      },
    });
  }, answer);
}

const kept = (page: Page, key: string) => page.evaluate((key) => localStorage.getItem(key), key);
const asked = async (page: Page) => Number((await kept(page, 'test-asked')) ?? 0);
const endpoints = async (member: number) =>
  (
    await people.query('select endpoint from push_subscriptions where member_id = $1 order by created_at', [
      member,
    ])
  ).map(({ endpoint }: { endpoint: string }) => endpoint);
const offer = (page: Page) => page.getByText(/Want to know when .* answers\?/);
const write = (page: Page, profile: number, text: string) =>
  people.ask(page, 'POST', '/api/chat.php', { profile, text, client_id: crypto.randomUUID() });

async function openAndRest(page: Page, path: string) {
  await people.open(page, path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForTimeout(4500);
}

async function logOut(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/en');
}

test('asks for push only after the member has sent a message and accepted the offer, never on page load', async () => {
  const [gerda, hugo] = [
    await people.plant({ name: 'Gerda' }),
    await people.plant({ name: 'Hugo', gender: 'male' }),
  ];
  await write(await people.page(hugo), gerda, 'Do you sail?');
  const page = await people.page(gerda, { worker: true });
  await withPush(page, 'granted');
  const { conversation } = await write(page, hugo, 'Every Sunday');
  for (const path of ['/en/members', '/en/chats', '/en/notifications', `/en/chats/${conversation.id}`]) {
    await openAndRest(page, path);
    expect(await offer(page).count(), path).toBe(0);
    expect(await asked(page), path).toBe(0);
  }
  await page.getByRole('textbox', { name: /Hugo/ }).fill('Come along');
  await page.keyboard.press('Enter');
  await offer(page).waitFor();
  expect(await asked(page)).toBe(0);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Notifications are on for this device.').waitFor();
  expect(await asked(page)).toBe(1);
  expect(await endpoints(gerda)).toEqual([await kept(page, 'test-endpoint')]);
});

test('does not repeat a dismissed offer, and explains where to allow push after a refusal', async () => {
  const [iris, jens] = [
    await people.plant({ name: 'Iris' }),
    await people.plant({ name: 'Jens', gender: 'male' }),
  ];
  const page = await people.page(iris, { worker: true });
  await withPush(page, 'denied');
  const { conversation } = await write(page, jens, 'Hello');
  const writes = async (text: string) => {
    await people.open(page, `/en/chats/${conversation.id}`);
    await page.getByRole('textbox', { name: /Jens/ }).fill(text);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => people.query("select from messages where body = $1 and kind = 'text'", [text]))
      .toHaveLength(1);
  };
  await writes('One');
  await offer(page).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await offer(page).waitFor({ state: 'detached' });
  await writes('Two');
  // The offer's chunk is loaded, so it would be there within a moment.
  await page.waitForTimeout(1000);
  expect(await offer(page).count()).toBe(0);
  expect(await asked(page)).toBe(0);
  await people.open(page, '/en/notifications/preferences');
  await page.getByText('Notifications are off on this device.').waitFor();
  await page.getByRole('button', { name: 'Turn on' }).first().click();
  await page.getByText('Your browser blocks notifications from this site.').waitFor();
  expect(await asked(page)).toBe(1);
  expect(await endpoints(iris)).toEqual([]);
});

test('renews an old subscription, restores one of an ended session at login, and deletes it at logout', async () => {
  const kees = await people.plant({ name: 'Kees', gender: 'male' });
  const page = await people.page(kees, { worker: true });
  await withPush(page, 'granted');
  await people.open(page, '/en/notifications/preferences');
  await page.getByRole('button', { name: 'Turn on' }).first().click();
  await page.getByText('Notifications are on for this device.').first().waitFor();
  const first = await kept(page, 'test-endpoint');
  expect(await endpoints(kees)).toEqual([first]);

  await openAndRest(page, '/en/members');
  expect(await kept(page, 'test-subscribed')).toBe('1');

  const mark = (await kept(page, 'push-version'))!;
  expect(mark).toMatch(/^2 /);
  await page.evaluate((older) => localStorage.setItem('push-version', older), mark.replace(/^2/, '1'));
  await page.reload();
  await expect.poll(() => kept(page, 'test-subscribed')).toBe('2');
  const second = await kept(page, 'test-endpoint');
  expect(second).not.toBe(first);
  await expect.poll(() => endpoints(kees)).toContain(second);
  await expect.poll(() => kept(page, 'push-version')).toBe(mark.replace(first!, second!));

  // As after a new password set elsewhere: the site deletes session and subscription, and the browser is not
  // informed.
  await people.query('delete from sessions where member_id = $1', [kees]);
  expect(await endpoints(kees)).toEqual([]);
  await openAndRest(page, '/en');
  const answer = await page.request.post('/api/user.php', {
    data: { email: 'kees@pages.test', password: demoPassword },
  });
  expect(answer.status()).toBe(200);
  await people.open(page, '/en/members');
  await expect.poll(() => endpoints(kees)).toEqual([second]);

  await logOut(page, /Kees/);
  await expect.poll(() => endpoints(kees)).toEqual([]);
  expect(await kept(page, 'test-endpoint')).toBeNull();
});

/** The part of the service worker's scope that the tests use. */
interface Scope {
  registration: { showNotification(title: string, options: object): Promise<void> };
  navigator: object;
  WindowClient: { prototype: { focus(): Promise<void> } };
  dispatchEvent(event: Event): boolean;
  shown: { title: string; body: string; tag: string; icon: string; data: { path: string } }[];
  badges: number[];
}

test('shows the icon of the site in a push, replaces the previous one of its conversation, and opens it on click', async () => {
  const [lena, mats] = [
    await people.plant({ name: 'Lena' }),
    await people.plant({ name: 'Mats', gender: 'male' }),
  ];
  const { conversation } = await write(await people.page(mats), lena, 'Tea?');
  const page = await people.page(lena, { worker: true });
  await people.open(page, '/en/members');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const worker = page.context().serviceWorkers()[0]!;
  // Records the service worker's calls for system notifications and windows, which a headless browser lacks.
  await worker.evaluate(() => {
    const scope = self as never as Scope;
    Object.assign(scope, { shown: [], badges: [] });
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options } as Scope['shown'][number]);
    Object.defineProperty(scope.navigator, 'setAppBadge', {
      value: async (count: number) => void scope.badges.push(count),
    });
    scope.WindowClient.prototype.focus = async () => {};
  });
  const push = (message: object) =>
    worker.evaluate((message) => {
      const event = Object.assign(new Event('push'), { data: { json: () => message }, waitUntil: () => {} });
      (self as never as Scope).dispatchEvent(event);
    }, message);
  const path = `/en/chats/${conversation.id}`;
  const tag = `chat-${conversation.id}`;
  await push({ version: 2, title: 'A new message', body: 'One', path, tag, badge: 1 });
  await push({ version: 2, title: 'A new message', body: 'Two', path, tag, badge: 2 });
  await push({ version: 2, title: 'A like', body: 'Three', path: '/en/likes', tag: 'like-9', badge: 3 });
  const { shown, badges } = await worker.evaluate(() => ({
    shown: (self as never as Scope).shown,
    badges: (self as never as Scope).badges,
  }));
  // Of two notifications with the same tag, the system shows the later one.
  expect(shown.map((one) => [one.body, one.tag, one.icon])).toEqual([
    ['One', tag, '/icons/192.png'],
    ['Two', tag, '/icons/192.png'],
    ['Three', 'like-9', '/icons/192.png'],
  ]);
  expect(badges).toEqual([1, 2, 3]);

  await page.evaluate(() => Object.assign(window, { same: 'document' }));
  const press = (data: { path: string }) =>
    worker.evaluate((data) => {
      const event = Object.assign(new Event('notificationclick'), {
        notification: { data, close: () => {} },
        waitUntil: () => {},
      });
      (self as never as Scope).dispatchEvent(event);
    }, data);
  await press(shown[1]!.data);
  await page.waitForURL(`**${path}`);
  await page.getByText('Tea?').last().waitFor();
  expect(await page.evaluate(() => (window as never as { same: string }).same)).toBe('document');
  expect(page.context().pages()).toHaveLength(1);
  await press({ path: 'https://evil.example/' });
  await page.waitForTimeout(1500);
  expect(page.url()).toContain(path);
  expect(page.context().pages()).toHaveLength(1);
});

test('offers to install the app once, on a visit after the offer of push, and leads there from the settings', async () => {
  const [lotte, sven] = [
    await people.plant({ name: 'Lotte' }),
    await people.plant({ name: 'Sven', gender: 'male' }),
  ];
  const page = await people.page(lotte, { device: 'phone', worker: true });
  await withPush(page, 'denied');
  // A headless browser never offers to install; the page only sees this event and its method.
  await page.context().addInitScript(() => {
    addEventListener('DOMContentLoaded', () =>
      setTimeout(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true });
        Object.assign(event, {
          prompt: async () => {
            localStorage.setItem('test-install', event.defaultPrevented ? 'asked' : 'not held back');
            return { outcome: 'accepted' };
          },
        });
        dispatchEvent(event);
        document.documentElement.dataset['installable'] = '';
      }, 500),
    );
  });
  await write(await people.page(sven), lotte, 'Ahoy');
  const { conversation } = await write(page, sven, 'Ahoy yourself');
  const writes = async (text: string) => {
    await people.open(page, `/en/chats/${conversation.id}`);
    await page.locator('html[data-installable]').waitFor();
    await page.getByRole('textbox', { name: /Sven/ }).fill(text);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => people.query("select from messages where body = $1 and kind = 'text'", [text]))
      .toHaveLength(1);
  };
  const hint = page.getByText(/Get .* as an app/);
  await writes('Any wind?');
  await offer(page).waitFor();
  expect(await hint.count()).toBe(0);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect.poll(() => asked(page)).toBe(1);
  expect(await hint.count()).toBe(0);

  await writes('None here');
  await hint.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await hint.waitFor({ state: 'detached' });
  await writes('Tomorrow, then');
  await page.waitForTimeout(1500);
  expect(await hint.count()).toBe(0);

  await people.open(page, '/en/notifications/preferences');
  await page.getByRole('button', { name: 'Install' }).click();
  await hint.waitFor({ state: 'detached' });
  expect(await kept(page, 'test-install')).toBe('asked');
});

test('leads iPhones to their home screen, which push needs', async () => {
  const page = await people.page(await people.plant({ name: 'Ida' }), {
    device: 'phone',
  });
  const browserSession = await page.context().newCDPSession(page);
  await browserSession.send('Emulation.setUserAgentOverride', {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  await people.open(page, '/en/notifications/preferences');
  await page.getByText('tap Share, then “Add to Home Screen”').waitFor();
});
