import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { unsealBytes } from '../../platform/sealing.ts';
import { findExport, pieceKey, SEALING_PURPOSE } from './stored-export.ts';

/**
 * Streams the ZIP of a finished export, part by part. Throws `not_found` if there is none or it has expired.
 */
export async function openExport(
  app: App,
  memberId: number,
): Promise<{ bytes: number; pieces: AsyncGenerator<Buffer> }> {
  const row = await findExport(app.db, memberId);
  const first = row?.state === 'ready' ? await app.storage.bytes(pieceKey(row.folder, 0)) : null;
  if (!row || !first) throw refuse('not_found');
  const { folder, pieces: count, bytes } = row;
  const pieceAt = async (piece: number) =>
    piece === 0 ? first : await app.storage.bytes(pieceKey(folder, piece));
  async function* pieces() {
    for (let piece = 0; piece < count; piece++) {
      const sealed = await pieceAt(piece);
      if (!sealed) throw new Error('Part of an export is missing.');
      yield unsealBytes(app.config.secret, SEALING_PURPOSE, `${memberId} ${piece}`, sealed);
    }
  }
  return { bytes, pieces: pieces() };
}
