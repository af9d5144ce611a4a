import type { Browser } from 'playwright-core';
import { designPath, landingDesignNames, landingDesigns } from '#contract/lists/landing-designs.ts';
import { accessibilityFaults } from './axe.ts';
import { newPage, type PageOptions } from './browser.ts';
import { recordShifts } from './layout-shifts.ts';
import { weigh } from './page-weight.ts';

declare global {
  interface Window {
    largestPaint?: number | undefined;
  }
}

const SLUGS = ['', '/2', '/1'];

/** The URL path of every design on a site with demo members. */
export const designs = landingDesignNames.map((design, index) => {
  const slug = landingDesigns[design].takesSlug ? SLUGS[index % SLUGS.length] : '';
  return `${designPath(design, 1)}${slug}`;
});

/** Limits of a design before any interaction: bytes over the wire, and layout shift. */
export const most = { script: 25_000, style: 10_000, shift: 0.02 };

export interface Measured {
  path: string;
  script: number;
  style: number;
  shift: number;
  /** Largest contentful paint in milliseconds on this machine, so for comparison only. */
  largestPaint: number;
}

/**
 * Opens a page as a first-time visitor with an empty cache, the age question if it has one and full motion,
 * and measures it until it has settled.
 */
export async function measureDesign(
  browser: Browser,
  baseURL: string,
  path: string,
  device: 'phone' | 'desktop' = 'phone',
): Promise<Measured> {
  const page = await newPage(browser, { baseURL, device, entered: false, motion: true });
  await recordShifts(page.context());
  await page.addInitScript(() => {
    new PerformanceObserver((list) => (window.largestPaint = list.getEntries().at(-1)?.startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
  const { script, style } = await weigh(page, path, () => page.locator('h1').first().waitFor());
  const { shift, largestPaint } = await page.evaluate(() => ({
    shift: window.layoutShifts?.sum ?? NaN,
    largestPaint: window.largestPaint ?? NaN,
  }));
  await page.context().close();
  return { path, script, style, shift, largestPaint };
}

export async function faultsOf(
  browser: Browser,
  path: string,
  seen: Pick<PageOptions, 'baseURL' | 'dark' | 'device'>,
): Promise<string[]> {
  const page = await newPage(browser, seen);
  await page.goto(path);
  const faults = await accessibilityFaults(page);
  await page.context().close();
  return faults.map((fault) => `${path}: ${fault}`);
}
