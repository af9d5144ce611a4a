import type { Page } from 'playwright-core';
import { appReady } from '#support/browser/browser.ts';

declare global {
  interface Window {
    connections: RTCPeerConnection[];
    gathered: RTCIceCandidate[];
    cameras: MediaStreamTrack[];
  }
}

/** Gives a page camera and microphone, and records its connections with the candidates that they gather, and cameras. */
export async function withDevices(page: Page, permissions = ['camera', 'microphone']): Promise<Page> {
  await page.context().grantPermissions(permissions);
  await page.addInitScript(() => {
    window.connections = [];
    window.gathered = [];
    window.cameras = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      window.cameras.push(...stream.getVideoTracks());
      return stream;
    };
    const Original = RTCPeerConnection;
    window.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        window.connections.push(this);
        this.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate?.candidate) window.gathered.push(candidate);
        });
      }
    };
  });
  return page;
}

const REMOTE = 'dialog video:not([data-mirrored])';

/** Waits until the other side's picture moves. */
export async function videoMoves(page: Page): Promise<void> {
  await page.waitForFunction((remote) => {
    const video = document.querySelector<HTMLVideoElement>(remote);
    return video !== null && video.videoWidth > 0 && !video.paused;
  }, REMOTE);
  const frames = () =>
    page.evaluate(
      (remote) =>
        document.querySelector<HTMLVideoElement>(remote)?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      REMOTE,
    );
  const before = await frames();
  for (const end = Date.now() + 60_000; (await frames()) < before + 5;) {
    if (Date.now() > end) throw new Error('The picture of the other side stands still.');
    await page.waitForTimeout(200);
  }
}

/** The largest step between neighbouring points of the received picture, from 0 to 255. A blurred one has none. */
export const sharpness = (page: Page): Promise<number> =>
  page.evaluate((remote) => {
    const video = document.querySelector<HTMLVideoElement>(remote);
    const canvas = new OffscreenCanvas(320, 240);
    const context = canvas.getContext('2d');
    if (!video || !context) throw new Error('There is no picture.');
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let largest = 0;
    for (let y = 0; y < canvas.height; y++)
      for (let x = 1; x < canvas.width; x++) {
        const at = (y * canvas.width + x) * 4;
        const step = [0, 1, 2].map((channel) =>
          Math.abs((data[at + channel] ?? 0) - (data[at - 4 + channel] ?? 0)),
        );
        largest = Math.max(largest, ...step);
      }
    return largest;
  }, REMOTE);

/** How many cameras the page holds open, each with its light on. */
export const openCameras = (page: Page): Promise<number> =>
  page.evaluate(() => window.cameras.filter(({ readyState }) => readyState === 'live').length);

/** Types of the candidates that were gathered, and of the pair in use. */
export const candidateTypes = (page: Page) =>
  page.evaluate(async () => {
    const connection = window.connections.findLast(({ connectionState }) => connectionState === 'connected');
    const stats = [...((await connection?.getStats()) ?? new Map<string, never>()).values()] as {
      id: string;
      type: string;
      candidateType?: string;
      state?: string;
      nominated?: boolean;
      localCandidateId?: string;
      remoteCandidateId?: string;
    }[];
    const pair = stats.find(({ type, nominated }) => type === 'candidate-pair' && nominated);
    const typeOf = (id: string | undefined) => stats.find((one) => one.id === id)?.candidateType;
    return {
      gathered: [...new Set(window.gathered.map(({ type }) => type))],
      addresses: window.gathered.map(({ relatedAddress }) => relatedAddress),
      local: typeOf(pair?.localCandidateId),
      remote: typeOf(pair?.remoteCandidateId),
    };
  });

export async function openChat(page: Page, other: number): Promise<void> {
  await page.goto(`/en/members/${other}/chat`, { waitUntil: 'domcontentloaded' });
  await appReady(page);
}

export async function chooseInMenu(page: Page, entry: 'Video date' | 'Voice call'): Promise<void> {
  await page.getByRole('button', { name: /^More options/ }).click();
  await page.getByRole('button', { name: entry }).click();
}

/** Without time for the careless keys that an incoming call ignores. */
export async function answer(page: Page, name: string | RegExp = 'Answer'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).waitFor();
  await page.waitForTimeout(800);
  await page.getByRole('button', { name, exact: true }).click();
}
