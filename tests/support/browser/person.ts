import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { localePath, type Locale } from '#contract/lists/locales.ts';
import { appReady, newPage } from './browser.ts';

export type Device = 'phone' | 'desktop';

interface Account {
  name: string;
  email: string;
  password: string;
}

/** A person with their own browser, who reads the site in one language and finds elements by their texts. */
export interface Person extends Account {
  page: Page;
  locale: Locale;
  device: Device;
  /** The text of `namespace:key`, without markup. */
  says(key: string, values?: Record<string, string | number>): string;
  open(path: string): Promise<void>;
  button(key: string, values?: Record<string, string | number>): ReturnType<Page['getByRole']>;
  link(key: string, values?: Record<string, string | number>): ReturnType<Page['getByRole']>;
  heading(key: string, values?: Record<string, string | number>): ReturnType<Page['getByRole']>;
}

export async function personAt(
  browser: Browser,
  site: { url: string },
  who: Account & { locale: Locale; device: Device; entered?: boolean },
): Promise<Person> {
  const { locale, device } = who;
  const page = await newPage(browser, {
    device,
    baseURL: site.url,
    language: locale === 'nl' ? 'nl-NL' : 'en-GB',
    entered: who.entered ?? true,
  });
  const says = wordsOf(locale);
  return {
    ...who,
    page,
    says,
    async open(path) {
      await page.goto(localePath(locale, path));
      // Some pages hydrate on the first interaction.
      await page.mouse.move(8, 400);
      await page.mouse.move(12, 420);
      await appReady(page);
    },
    button: (key, values) => page.getByRole('button', { name: says(key, values) }),
    link: (key, values) => page.getByRole('link', { name: says(key, values) }),
    heading: (key, values) => page.getByRole('heading', { name: says(key, values) }),
  };
}

export function wordsOf(locale: Locale) {
  const files = new Map<string, unknown>();
  return (key: string, values: Record<string, string | number> = {}): string => {
    const [namespace = '', path = ''] = key.split(':');
    if (!files.has(namespace))
      files.set(
        namespace,
        JSON.parse(
          readFileSync(new URL(`../../../locales/${locale}/${namespace}.json`, import.meta.url), 'utf8'),
        ),
      );
    const found = path
      .split('.')
      .reduce<unknown>(
        (tree, part) => (tree as Record<string, unknown> | undefined)?.[part],
        files.get(namespace),
      );
    if (typeof found !== 'string') throw new Error(`${locale} has no text ${key}`);
    return found
      .replace(/<\/?\w+>/g, '')
      .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

interface OutboxItem {
  kind: string;
  subject: string;
  text: string;
  links: string[];
}

/** The newest mails to an address, once there are at least `least`. */
export async function mailsTo(site: { url: string }, email: string, least = 1): Promise<OutboxItem[]> {
  for (let tries = 0; tries < 300; tries++) {
    const { items } = (await (
      await fetch(`${site.url}/dev/outbox.json?to=${encodeURIComponent(email)}`)
    ).json()) as { items: OutboxItem[] };
    const mails = items.filter(({ kind }) => kind === 'mail');
    if (mails.length >= least) return mails;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Fewer than ${least} mails arrived for ${email}.`);
}
