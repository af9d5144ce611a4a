import type { Page } from 'playwright-core';

/** What the browser loaded for a page without any interaction, in bytes over the wire. */
export interface PageWeight {
  script: number;
  style: number;
  files: { path: string; type: string; bytes: number; encoding: string }[];
}

/**
 * Chunks that `worker-session.tsx` loads once the page has settled. On a slow machine it does so before the page has
 * been quiet for as long as the measurement waits. `build` is the package idb.
 */
const AFTERWARDS = /\/assets\/(push|after-load|profile-texts|build|store-conversations|offline-store)-/;

/** Makes pages believe that the reader saves data, so that they load nothing ahead of the next screen. */
const saveData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } });

/** A page counts as loaded if no request starts for this long. */
const QUIET_MS = 2000;

/**
 * Opens a page with an empty cache and measures what it loads until it settles, without interaction and without
 * what it loads ahead. Counts encoded bodies (docs/product.md 15.1). `ready` waits until the page is complete.
 */
export async function weigh(page: Page, path: string, ready: () => Promise<unknown>): Promise<PageWeight> {
  await page.addInitScript(saveData);
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asked = new Map<string, { path: string; type: string; encoding: string; headers: number }>();
  const files: PageWeight['files'] = [];
  let last = Date.now();
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    last = Date.now();
    const encoding =
      Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? '';
    asked.set(requestId, {
      path: response.url.replace(/^https?:\/\/[^/]+/, ''),
      type,
      encoding,
      headers: response.encodedDataLength,
    });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answered = asked.get(requestId);
    if (!answered || AFTERWARDS.test(answered.path)) return;
    last = Date.now();
    const { headers, ...file } = answered;
    files.push({ ...file, bytes: Math.max(0, encodedDataLength - headers) });
  });
  const answer = await page.goto(path, { waitUntil: 'load' });
  if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}: this is not the expected page.`);
  await ready();
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100);
  await client.detach();
  const sum = (types: string[]) =>
    files.reduce((bytes, file) => bytes + (types.includes(file.type) ? file.bytes : 0), 0);
  return {
    script: sum(['Script']),
    style: sum(['Stylesheet']),
    files: files.sort((a, b) => b.bytes - a.bytes),
  };
}
