import type { BrowserContext } from 'playwright-core';

declare global {
  interface Window {
    /** Cumulative layout shift of the page so far, and what moved. */
    layoutShifts?: { sum: number; parts: string[] };
  }
}

/**
 * Records the layout shifts of the context's pages, without those of late fonts. The site fits its fallback fonts by
 * `local()` sources, which the browser from npm cannot load in its single process, so here each late font moves the text.
 */
export async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const FONT_MS = 150;
    const shifts: { at: number; value: number; text: string }[] = [];
    const fontsAt: number[] = [];
    const own = () => shifts.filter(({ at }) => !fontsAt.some((time) => Math.abs(time - at) < FONT_MS));
    window.layoutShifts = {
      get sum() {
        return own().reduce((sum, { value }) => sum + value, 0);
      },
      get parts() {
        return own().map(({ text }) => text);
      },
    };
    document.fonts.addEventListener('loadingdone', () => fontsAt.push(performance.now()));
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Element | null }[];
    }
    const isShift = (entry: PerformanceEntry): entry is Shift => 'hadRecentInput' in entry;
    new PerformanceObserver((list) => {
      for (const { startTime: at, value, hadRecentInput, sources } of list.getEntries().filter(isShift)) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.className ?? ''}`).join(', ');
        shifts.push({ at, value, text: `${value.toFixed(3)} ${moved}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
