import { sql } from 'kysely';
import type { ImageStatus } from '#contract/chat/sent-images.ts';
import { must } from '#contract/must.ts';
import {
  dropFiles,
  keepFiles,
  meetLists,
  pdqBits,
  processPhoto,
  screen,
  type ScreeningParts,
} from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { voiceJson, type SentVoice } from '../voice/sent-voice.ts';

/** A row of `chat_images`: a picture, or the recording of a voice message. */
export interface ChatImage {
  id: number;
  status: ImageStatus;
  intimate: boolean | null;
  shown: boolean;
  view_once: boolean;
  /** Null for a picture. */
  voice: SentVoice | null;
  width: number;
  height: number;
  /** Null for a recording and for a picture to be seen once. */
  colour: string | null;
}

/**
 * Stores an image for a message, processed like a photo, and screens it. The recipient sees it immediately,
 * blurred if it is intimate, unless it resembles a refused one, shows nothing recognisable or the screening service has doubts; then an
 * operator decides (docs/product.md 10.5). Without an answer of the matcher it waits for one. A repeat of a `client_id` returns the first image. Throws
 * `account_held` for a listed picture, the errors of `processPhoto` for an invalid image, and `storage_full` or `unavailable` if it cannot be stored.
 */
export async function storeChatImage(
  app: ScreeningParts & Pick<App, 'jobs' | 'storage'>,
  member: number,
  { clientId, viewOnce = false }: { clientId: string; viewOnce?: boolean },
  content: Buffer,
  host: string | undefined,
): Promise<ChatImage> {
  const known = await findImage(app.db, member, clientId);
  if (known) return known;

  const processed = await processPhoto(content, `member ${member}`);
  const { pdq, awaits } = await meetLists(app, member, processed, 'chat_image');
  const { looks, flags, intimate } = await screen(app, { ...processed, pdq }, 'chat', host);
  const flagged = flags.length > 0;
  const folder = await keepFiles(app, processed);
  const { rows } = await sql<ChatImage>`
    insert into chat_images (member_id, client_id, storage_key, width, height, colour, fingerprint, pdq, pdq_quality, awaits_lists, flagged, intimate, status, view_once)
    values (${member}, ${clientId}, ${folder}, ${processed.width}, ${processed.height}, ${viewOnce ? null : processed.colour}, ${looks}::bigint,
      ${pdqBits(pdq.hash)}, ${pdq.quality}, ${awaits}, ${flagged}, ${intimate}, ${flagged || awaits ? 'inspecting' : 'active'}, ${viewOnce})
    on conflict (member_id, client_id) do nothing
    returning id, status, intimate, false as shown, view_once, null as voice, width, height, colour`.execute(
    app.db,
  );
  if (rows[0]) return rows[0];
  // If one message is uploaded twice at the same time, the first upload counts.
  await dropFiles(app, app.db, folder);
  return must(await findImage(app.db, member, clientId), 'image of the first upload');
}

export async function findImage(db: Db, member: number, clientId: string): Promise<ChatImage | null> {
  const { rows } = await sql<ChatImage>`
    select i.id, i.status, i.intimate, i.shown_at is not null as shown, i.view_once, ${voiceJson} as voice, i.width, i.height, i.colour
      from chat_images i where i.member_id = ${member} and i.client_id = ${clientId}`.execute(db);
  return rows[0] ?? null;
}
