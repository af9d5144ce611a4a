import Bowser from 'bowser';

export interface BrowserWords {
  browser: string | null;
  system: string | null;
  /** `phone`, `tablet` or `computer`. */
  device: string | null;
}

const DEVICES: Record<string, string> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' };

export function describeBrowser(userAgent: string | null | undefined): BrowserWords {
  if (!userAgent) return { browser: null, system: null, device: null };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: browser.name ?? null,
    system: os.name ?? null,
    device: DEVICES[platform.type ?? ''] ?? null,
  };
}
