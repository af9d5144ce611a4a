import type { Message } from '#contract/chat.ts';
import type { MessageKind, PhotoStatus } from '#contract/enums.ts';
import type { ChatImageAddresses } from './images/image-addresses.ts';

/** A message with its image, as the queries select it (`messageColumns`). */
export interface MessageRow {
  id: number;
  conversation_id: number;
  sender_id: number;
  client_id: string;
  kind: MessageKind;
  body: string | null;
  gift: string | null;
  credits: number;
  created_at: Date;
  image: { id: number; status: PhotoStatus; width: number; height: number } | null;
}

/**
 * A message as `viewer` sees it: what it cost and its `client_id` are the sender's own, an image is seen
 * by the other only after its screening (docs/product.md 10). `readTo` is the newest message that the other has read, null
 * where read marks are not shown.
 */
export function presentMessage(row: MessageRow, viewer: number, readTo: number | null, addresses: ChatImageAddresses): Message {
  const own = row.sender_id === viewer;
  return {
    id: row.id,
    conversation: row.conversation_id,
    sender: row.sender_id,
    ...(own && { client_id: row.client_id }),
    kind: row.kind,
    text: row.kind === 'text' ? row.body : null,
    image: row.kind === 'image' && row.image ? presentImage(row.image, own, addresses) : null,
    gift: row.kind === 'gift' && row.gift ? { id: row.gift, credits: row.credits } : null,
    ...(own && { credits: row.credits }),
    created_at: row.created_at.toISOString(),
    ...(own && readTo !== null && { read: row.id <= readTo }),
  };
}

function presentImage({ id, status, width, height }: NonNullable<MessageRow['image']>, own: boolean, addresses: ChatImageAddresses) {
  const shown = status === 'active' || (own && status === 'inspecting');
  const { filename, thumb_filename } = shown ? addresses.of(id) : { filename: null, thumb_filename: null };
  return { filename, thumb_filename, status, width, height };
}
