import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { newPage, type PageOptions } from './browser.ts';
import { weigh } from './page-weight.ts';

/** Every design, as an address of a site with demo members. */
export const designs = [
  '/members/1/landing',
  '/members/1/signup',
  '/members/1/landing2/2',
  '/members/1/landing3/2',
  '/landers/tinderswipe',
  '/landers/alonetonight/1',
  '/landers/collagelanding/2',
  '/landers/gallery',
  '/landers/iconslanding/1',
  '/landers/maplanding',
  '/landers/socialnetwork/2',
  '/landers/transitionsvideolanding',
  '/landers/video/1',
];

/** What a design may load before its visitor acts, bytes over the wire, and how far it may move. */
export const most = { script: 25_000, style: 10_000, shift: 0.02 };

export interface Measured {
  path: string;
  script: number;
  style: number;
  /** Cumulative layout shift until the page was quiet. */
  shift: number;
  /** Largest contentful paint, milliseconds; of this machine, so for comparison only. */
  largestPaint: number;
}

/** Opens a page as a first-time visitor with an empty cache meets it, with the question of age where the page asks it and everything in motion, and measures it until it has been quiet. */
export async function measureDesign(browser: Browser, baseURL: string, path: string, device: 'phone' | 'desktop' = 'phone'): Promise<Measured> {
  const page = await newPage(browser, { baseURL, device, entered: false, motion: true });
  await page.addInitScript(() => {
    const seen = { shift: 0, largestPaint: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => (seen.largestPaint = list.getEntries().at(-1)!.startTime)).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const { script, style } = await weigh(page, path, () => page.locator('h1').first().waitFor());
  const { shift, largestPaint } = await page.evaluate(() => (window as unknown as { seen: { shift: number; largestPaint: number } }).seen);
  await page.context().close();
  return { path, script, style, shift, largestPaint };
}

/** What axe finds on a page, as sentences. */
export async function faultsOf(browser: Browser, path: string, seen: Pick<PageOptions, 'baseURL' | 'dark' | 'device'>): Promise<string[]> {
  const page = await newPage(browser, seen);
  await page.goto(path);
  const { violations } = await new AxeBuilder({ page }).analyze();
  await page.context().close();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${path}: ${id} at ${target.join(' ')}`));
}
