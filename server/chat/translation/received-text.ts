import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { assertVisible, type Viewer } from '../../visibility/index.ts';
import { storedText, type TextRequest } from './stored-text.ts';

/**
 * The text of a message that the viewer received and can still read. Throws `not_found` if there is none, and
 * `blocked_by` or `blocked` after a block.
 */
export async function receivedText(db: Db, viewer: Viewer<number>, request: TextRequest): Promise<string> {
  const { body, sender } = await storedText(db, viewer.id, request);
  const { blocked, name } = await assertVisible(db, viewer, sender);
  if (blocked) throw refuse('blocked', { name });
  return body;
}
