import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { JSHandle, Page } from 'playwright-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The minified build: every page parses it anew, and it is less than half the size of the default one. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeOptions {
  /** Checks the contrast of these elements and nothing else. */
  onlyContrastOf?: JSHandle<Element[]>;
  /** Also skips loading style sheets and media, which only a few rules read. */
  withoutContrast?: boolean;
}

/** Accessibility violations of the page in its current state, one line for each violated rule. */
export async function accessibilityFaults(page: Page, options: AxeOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  return page.evaluate(async ({ onlyContrastOf, withoutContrast }) => {
    if (!window.axe) throw new Error('axe is not loaded.');
    const { violations } = await window.axe.run(onlyContrastOf ? { include: onlyContrastOf } : document, {
      ...(onlyContrastOf && { runOnly: ['color-contrast'] }),
      ...(withoutContrast && { rules: { 'color-contrast': { enabled: false } } }),
      ...((onlyContrastOf ?? withoutContrast) && { preload: false }),
      // Describing the elements that pass takes longer than checking them.
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, options);
}

/**
 * The same in both themes, prefixed with the theme. Themes differ only in colours, so structure is checked
 * once.
 *
 * Contrast is three quarters of the work. It depends on the styles of a text and of what surrounds it, so
 * `checked`, shared by the screens of a walk, skips texts that have the styles of one that was checked before.
 */
export async function accessibilityFaultsInBothThemes(
  page: Page,
  checked = new Set<string>(),
): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    if (theme === 'light') faults.push(...(await accessibilityFaults(page, { withoutContrast: true })));
    faults.push(...(await contrastFaults(page, checked)).map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}

async function contrastFaults(page: Page, checked: Set<string>): Promise<string[]> {
  const texts = await page.evaluateHandle(() =>
    [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    ),
  );
  const styles = await texts.evaluate((elements) => {
    const surroundings = new Map<Element, string>();
    const around = (element: Element): string => {
      const known = surroundings.get(element);
      if (known !== undefined) return known;
      const { color, backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
      const own = [
        element.tagName,
        element.className,
        color,
        backgroundColor,
        backgroundImage,
        opacity,
        filter,
      ];
      const found = `${element.parentElement ? around(element.parentElement) : ''} > ${own.join(' ')}`;
      surroundings.set(element, found);
      return found;
    };
    return elements.map((element) => {
      const { fontSize, fontWeight } = getComputedStyle(element);
      return `${around(element)} ${fontSize} ${fontWeight}`;
    });
  });
  const unchecked = styles.flatMap((style, index) => {
    if (checked.has(style)) return [];
    checked.add(style);
    return [index];
  });
  if (unchecked.length === 0) return [];
  const elements = await texts.evaluateHandle(
    (all, indexes) => indexes.flatMap((n) => all[n] ?? []),
    unchecked,
  );
  return accessibilityFaults(page, { onlyContrastOf: elements });
}
