import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The minified build: every page parses it anew, and it is less than half the size of the default one. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeOptions {
  /** Runs only these rules; by default all enabled ones. */
  rules?: string[];
  /** Skips loading style sheets and media, which only a few rules read. */
  withoutPreload?: boolean;
}

/** Accessibility violations of the page in its current state, one line for each violated rule. */
export async function accessibilityFaults(page: Page, options: AxeOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  return page.evaluate(async ({ rules, withoutPreload }) => {
    if (!window.axe) throw new Error('axe is not loaded.');
    const { violations } = await window.axe.run(document, {
      ...(rules && { runOnly: rules }),
      ...(withoutPreload && { preload: false }),
      // Describing the elements that pass takes longer than checking them.
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, options);
}

/**
 * The same in both themes, prefixed with the theme. Themes differ only in colours, so dark mode only runs the
 * contrast rule.
 */
export async function accessibilityFaultsInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    const found = await accessibilityFaults(page, {
      ...(theme === 'dark' && { rules: ['color-contrast'] }),
      withoutPreload: true,
    });
    faults.push(...found.map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}
