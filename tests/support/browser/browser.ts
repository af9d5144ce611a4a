import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium as playwright, type Page } from 'playwright-core';

/** How long a browser test waits for what must come: a slow machine's time. */
const PATIENCE_MS = 60_000;

export interface PageOptions {
  /** 390 x 844 with touch, or 1440 x 900. */
  device?: 'phone' | 'desktop';
  dark?: boolean;
  /** The browser's language, `nl-NL` unless given. */
  language?: string;
  /** Sets `site_entry`, so that the 18+ warning does not stand in the way; true unless told otherwise. */
  entered?: boolean;
  /** The browser's time zone, the machine's unless given. */
  timeZone?: string;
  /** Motion is welcome: films play and pieces move. Tests that look at what stands still leave it out. */
  motion?: boolean;
  /** Lets the site's worker answer for the page. Elsewhere it is kept away: tests stand between the page and the server themselves. */
  worker?: boolean;
  baseURL?: string;
}

/**
 * A browser that ships inside npm: no browser has to be installed on the machine. The project `e2e-newest` runs some of the
 * tests in the machine's own Chromium as well (vitest.config.ts), since members have newer ones. `more`
 * are arguments of its command line. Close it when done.
 */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: process.env['TEST_BROWSER'] ?? (await chromium.executablePath()),
    // Pages are drawn by the processor: an emulated graphics card stalls for seconds when two cores are busy.
    args: [
      ...chromium.args.filter((arg) => !/single-process|gpu|use-gl|use-angle|headless|web-security|site-isolation|insecure/.test(arg)),
      '--disable-gpu',
      '--no-sandbox',
      ...more,
    ],
    headless: true,
  });
}

/** A page of its own person: its own cookies and storage. `page.context()` opens more tabs of the same person. */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const phone = options.device === 'phone';
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone,
    isMobile: phone,
    colorScheme: options.dark ? 'dark' : 'light',
    locale: options.language ?? 'nl-NL',
    baseURL: options.baseURL,
    serviceWorkers: options.worker ? 'allow' : 'block',
    timezoneId: options.timeZone,
    reducedMotion: options.motion ? 'no-preference' : 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.on('page', watch);
  if (options.entered !== false && options.baseURL) await enter(context, options.baseURL);
  return context.newPage();
}

/** The pages that are open now, and what each complained about so far. */
export const openPages = new Map<Page, string[]>();

function watch(page: Page): void {
  const complaints = complaintsOf(page);
  page.on('response', (response) => response.status() >= 500 && complaints.push(`${response.status()} ${response.url()}`));
  openPages.set(page, complaints);
  page.on('close', () => openPages.delete(page));
}

const enter = (context: BrowserContext, url: string) => context.addCookies([{ name: 'site_entry', value: new Date().toISOString(), url }]);

/** Waits until the app has taken over the page: before that, clicks are plain links and forms. */
export async function appReady(page: Page) {
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
}

/** Collects what the page complains about: errors, failed requests, refused content. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`));
  return complaints;
}
