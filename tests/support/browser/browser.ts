import chromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  chromium as playwright,
  type Locator,
  type Page,
} from 'playwright-core';
import { memoryHasRoom } from '../memory-folder.ts';

/** Timeout of waits in browser tests, long enough for a slow machine. */
const PATIENCE_MS = 60_000;

export interface PageOptions {
  /** 390 x 844 with touch, or 1440 x 900. */
  device?: 'phone' | 'desktop';
  dark?: boolean;
  language?: string;
  /** Sets the cookie `site_entry`, which skips the 18+ warning. True by default. */
  entered?: boolean;
  timeZone?: string;
  /**
   * Allows motion, so that videos play and elements animate. Off by default, because most tests need a
   * settled page.
   */
  motion?: boolean;
  /**
   * Registers the service worker. Off by default, because tests intercept requests between the page and the
   * server.
   */
  worker?: boolean;
  baseURL?: string;
}

/** The machine's own Chromium, in the project `e2e-newest` (vitest.config.ts). */
const newest = process.env['TEST_BROWSER'];
export const inNewestBrowser = newest !== undefined;

/**
 * The browser of this process, shared by its test files one after the other, because a launch takes over a
 * second of processor time. Installed through npm, so that the machine needs none. The project `e2e-newest`
 * runs some of the tests in the machine's own Chromium (vitest.config.ts), because members have newer
 * browsers. Call `closePages` at the end of the file.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared || !(await shared).isConnected()) shared = launchBrowser();
  return shared;
}

let shared: Promise<Browser> | undefined;

/** Closes every page with its cookies and storage. The browser stays for the next file. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** Launches another browser, for programs that are no tests. Close it when done. */
export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: newest ?? (await chromium.executablePath()),
    // Render on the CPU: an emulated GPU stalls for seconds when two cores are busy.
    args: [
      ...chromium.args.filter(
        (arg) =>
          !/single-process|zygote|gpu|use-gl|use-angle|headless|web-security|site-isolation|insecure/.test(
            arg,
          ),
      ),
      '--disable-gpu',
      // A microphone that beeps every second. Pages may only use it after `grantPermissions`.
      '--use-fake-device-for-media-stream',
      '--no-sandbox',
    ],
    // Otherwise the processes share frames through files in /tmp, which takes 7% of a page load's processor time.
    ...(memoryHasRoom() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}),
    headless: true,
  });
}

/** A page with its own cookies and storage. `page.context()` opens more tabs of the same person. */
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

/** The open pages with the faults that each has reported so far. */
export const openPages = new Map<Page, string[]>();

function watch(page: Page): void {
  const complaints = complaintsOf(page);
  page.on(
    'response',
    (response) => response.status() >= 500 && complaints.push(`${response.status()} ${response.url()}`),
  );
  openPages.set(page, complaints);
  page.on('close', () => openPages.delete(page));
}

const enter = (context: BrowserContext, url: string) =>
  context.addCookies([{ name: 'site_entry', value: new Date().toISOString(), url }]);

/** Waits until the app has hydrated. Before that, clicks are plain links and forms. */
export async function appReady(page: Page) {
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
}

/** Waits until React listens to an element. In a part with its own chunk that may be after `appReady`. */
export async function hydrated(element: Locator): Promise<void> {
  await element
    .page()
    .waitForFunction(
      (node) => node !== null && Object.keys(node).some((key) => key.startsWith('__reactProps$')),
      await element.elementHandle(),
    );
}

export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on(
    'console',
    (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`),
  );
  return complaints;
}
