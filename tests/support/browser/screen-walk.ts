import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningSite } from '../running-site.ts';
import { accessibilityFaultsInBothThemes } from './axe.ts';
import { newPage, type PageOptions } from './browser.ts';
import { recordShifts } from './layout-shifts.ts';

/** Highest acceptable cumulative layout shift while a screen loads. */
const MAX_SHIFT = 0.02;
/** Time after hydration in which late content may still shift the layout. */
const SETTLE_MS = 400;
/** Limit of a test that walks through dozens of screens. The busiest of our machines took 5 minutes for some. */
export const WALK_MS = 1_200_000;
/** Number of screens open at the same time: one waits for the server while another renders. */
const PARALLEL_PAGES = 3;

interface WalkOptions {
  /**
   * Runs axe in both themes. Once per screen is enough: sizes differ in position, not in structure or colour.
   */
  axe: boolean;
}

/**
 * Options of every page in a walk. The time zone is far from the server's, so that times rendered in the
 * wrong zone differ.
 */
export const walkOptions = (site: RunningSite, options: PageOptions = {}): PageOptions => ({
  baseURL: site.url,
  timeZone: 'Pacific/Auckland',
  language: 'en-GB',
  ...options,
});

/** A page whose context records layout shifts. */
export async function measuredPage(browser: Browser, options: PageOptions): Promise<Page> {
  const page = await newPage(browser, options);
  await recordShifts(page.context());
  return page;
}

/** Opens every path as the person of the context, and expects no faults on any of them. Closes the context. */
export async function walk(
  context: BrowserContext,
  paths: readonly string[],
  { axe }: WalkOptions,
): Promise<void> {
  const remaining = [...paths];
  const checked = axe ? new Set<string>() : null;
  const faults: string[] = [];
  const visitRemaining = async () => {
    const page = await context.newPage();
    for (let path = remaining.shift(); path !== undefined; path = remaining.shift())
      faults.push(...(await faultsOf(page, path, checked)));
  };
  await Promise.all(Array.from({ length: PARALLEL_PAGES }, visitRemaining));
  await context.close();
  expect(faults.join('\n')).toBe('');
}

/** Faults of one screen: layout shifts, horizontal overflow, console errors, and accessibility violations. */
async function faultsOf(page: Page, path: string, checked: Set<string> | null): Promise<string[]> {
  const faults: string[] = [];
  const report = (text: string) => {
    if (/React|hydrat|TypeError|ReferenceError/.test(text)) faults.push(text.slice(0, 300));
  };
  const onError = (error: Error) => report(`TypeError ${error.message}`);
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') report(message.text());
  };
  page.on('pageerror', onError);
  page.on('console', onConsole);
  // The offline page polls this icon, and reloads once the server answers.
  if (path.endsWith('/offline')) await page.route('**/icons/64.png', (route) => route.abort());
  await page.goto(path, { waitUntil: 'load' });
  await settled(page);
  faults.push(...(await layoutFaults(page)));
  if (checked) faults.push(...(await accessibilityFaultsInBothThemes(page, checked)));
  page.off('pageerror', onError);
  page.off('console', onConsole);
  return faults.map((fault) => `${path}: ${fault}`);
}

/**
 * Waits until a page has settled. Pages with deferred scripts stay as the server sent them, and the offline
 * page has no app at all.
 */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset['ready'] !== undefined ||
      document.getElementById('deferred-start') !== null ||
      location.pathname.endsWith('/offline'),
  );
  await page.waitForTimeout(SETTLE_MS);
}

async function layoutFaults(page: Page): Promise<string[]> {
  const { shifts, overflow } = await page.evaluate(() => ({
    shifts: window.layoutShifts,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  if (!shifts) throw new Error('The page does not record layout shifts.');
  const { sum, parts } = shifts;
  return [
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
    ...(sum > MAX_SHIFT ? [`layout shift of ${sum.toFixed(3)}: ${parts.join(' | ')}`] : []),
  ];
}

export const inEnglish = (paths: readonly string[]): string[] =>
  paths.map((path) => `/en${path === '/' ? '' : path}`);
