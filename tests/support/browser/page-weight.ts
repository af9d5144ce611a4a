import type { Page } from 'playwright-core';

/** What the browser loaded for a page by itself, before the visitor did anything; bytes as they came over the wire. */
export interface PageWeight {
  script: number;
  style: number;
  /** Everything that came, the heaviest first. */
  files: { path: string; type: string; bytes: number; encoding: string }[];
}

/** How long nothing must be asked for before a page counts as loaded, milliseconds. */
const QUIET_MS = 2000;

/**
 * Opens a page with an empty cache and weighs what it loads until it is quiet, without an act of the visitor. Counts
 * bodies as they were encoded (docs/product.md 15.1). `ready` waits for what shows that the page is whole.
 */
export async function weigh(page: Page, path: string, ready: () => Promise<unknown>): Promise<PageWeight> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asked = new Map<string, { path: string; type: string; encoding: string; headers: number }>();
  const files: PageWeight['files'] = [];
  let last = Date.now();
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    last = Date.now();
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? '';
    asked.set(requestId, { path: response.url.replace(/^https?:\/\/[^/]+/, ''), type, encoding, headers: response.encodedDataLength });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answered = asked.get(requestId);
    if (!answered) return;
    last = Date.now();
    const { headers, ...file } = answered;
    files.push({ ...file, bytes: Math.max(0, encodedDataLength - headers) });
  });
  const answer = await page.goto(path, { waitUntil: 'load' });
  if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}: that is not the page to be weighed.`);
  await ready();
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100);
  await client.detach();
  const sum = (types: string[]) => files.reduce((bytes, file) => bytes + (types.includes(file.type) ? file.bytes : 0), 0);
  return { script: sum(['Script']), style: sum(['Stylesheet']), files: files.sort((a, b) => b.bytes - a.bytes) };
}
