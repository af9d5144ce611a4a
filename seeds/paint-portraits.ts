import { setPriority } from 'node:os';
import { must } from '#contract/must.ts';
import { sendToParent } from '#server/parent-process.ts';
import { processPhoto, putFiles } from '#server/photos/index.ts';
import { openStorage } from '#server/platform/storage.ts';
import type { Painted, PainterOrder } from './painter.ts';
import { drawings } from './photos.ts';
import { drawPortrait, faces } from './portraits.ts';

// The process that draws the demo's portraits, each through the photo pipeline like an upload. `painter.ts`
// in the site's process sends it orders. It runs at low priority and exits with the site.

const POLITENESS = 10;
/**
 * Number of portraits in progress: one is drawn while another is processed. The photo pipeline limits its own
 * concurrency.
 */
const AT_ONCE = 2;

setPriority(POLITENESS);
const storage = await openStorage({
  s3Url: process.env['S3_URL']?.trim() || null,
  dataDir: must(process.env['DATA_DIR'], 'DATA_DIR'),
});
let waiting: string[] = [];
let working = 0;

process.on('disconnect', () => process.exit());
process.on('message', (order: PainterOrder) => {
  if ('draw' in order) {
    waiting = order.draw;
    for (let n = 0; n < AT_ONCE; n++) void work();
  } else if (waiting.includes(order.first))
    waiting = [order.first, ...waiting.filter((folder) => folder !== order.first)];
});

async function work(): Promise<void> {
  working++;
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const { faceId, shot } = must(drawings.get(folder), `drawing for ${folder}`);
    const face = must(
      faces.find(({ id }) => id === faceId),
      `face ${faceId}`,
    );
    const portrait = await processPhoto(await drawPortrait(face, shot), 'demo');
    await putFiles(storage, folder, portrait);
    sendToParent({ painted: folder, colour: portrait.colour } satisfies Painted);
  }
  if (--working === 0) process.disconnect();
}
