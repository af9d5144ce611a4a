import { setPriority } from 'node:os';
import { processPhoto, putFiles } from '#server/photos/index.ts';
import { openStorage } from '#server/platform/storage.ts';
import type { Painted, PainterOrder } from './painter.ts';
import { drawings } from './photos.ts';
import { drawPortrait, faces } from './portraits.ts';

// The process that draws the demo's portraits, each through the photo pipeline as an upload would go. It is told what to draw by
// the site (`painter.ts`), which needs the processor more, and ends with it.

const POLITENESS = 10;
/** Drawing goes on while another portrait is being processed; the photo pipeline itself says how many it takes at once. */
const AT_ONCE = 2;

setPriority(POLITENESS);
const storage = await openStorage({ s3Url: process.env['S3_URL']?.trim() || null, dataDir: process.env['DATA_DIR']! });
let waiting: string[] = [];
let working = 0;

process.on('disconnect', () => process.exit());
process.on('message', (order: PainterOrder) => {
  if ('draw' in order) {
    waiting = order.draw;
    for (let n = 0; n < AT_ONCE; n++) void work();
  } else if (waiting.includes(order.first)) waiting = [order.first, ...waiting.filter((folder) => folder !== order.first)];
});

async function work(): Promise<void> {
  working++;
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const { faceId, shot } = drawings.get(folder)!;
    const face = faces.find(({ id }) => id === faceId)!;
    await putFiles(storage, folder, await processPhoto(await drawPortrait(face, shot)));
    process.send!({ painted: folder } satisfies Painted);
  }
  if (--working === 0) process.disconnect();
}
