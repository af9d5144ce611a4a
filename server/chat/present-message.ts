import type { Message, MessageKind, Quote } from '#contract/chat/conversations.ts';
import type { PhotoStatus } from '#contract/photos/photo.ts';
import type { ChatImageAddresses } from './images/image-addresses.ts';

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
  edited_at: Date | null;
  sender_reaction: string | null;
  recipient_reaction: string | null;
  revision: number;
  quote: Quote | null;
  image: { id: number; status: PhotoStatus; width: number; height: number } | null;
}

/**
 * A message as `viewer` sees it. Only the sender sees its cost and `client_id`; the recipient sees an image
 * only after its screening (docs/product.md 10.5). `readTo` is the newest message that the other member has
 * read, null without read receipts.
 */
export function presentMessage(
  row: MessageRow,
  viewer: number,
  readTo: number | null,
  addresses: ChatImageAddresses,
): Message {
  const own = row.sender_id === viewer;
  return {
    id: row.id,
    conversation: row.conversation_id,
    sender: row.sender_id,
    ...(own && { client_id: row.client_id }),
    kind: row.kind,
    text: row.body,
    image: row.kind === 'image' && row.image ? presentImage(row.image, own, addresses) : null,
    gift: row.kind === 'gift' && row.gift ? { id: row.gift, credits: row.credits } : null,
    ...(own && { credits: row.credits }),
    created_at: row.created_at.toISOString(),
    ...changesOf(row),
    ...(own && readTo !== null && { read: row.id <= readTo }),
  };
}

function changesOf({
  edited_at,
  quote,
  revision,
  sender_reaction: sender,
  recipient_reaction: recipient,
}: MessageRow) {
  return {
    ...(edited_at && { edited_at: edited_at.toISOString() }),
    ...(quote && { quote }),
    ...((sender ?? recipient) && {
      reactions: { ...(sender && { sender }), ...(recipient && { recipient }) },
    }),
    ...(revision > 0 && { revision }),
  };
}

function presentImage(
  { id, status, width, height }: NonNullable<MessageRow['image']>,
  own: boolean,
  addresses: ChatImageAddresses,
) {
  const shown = status === 'active' || (own && status === 'inspecting');
  const { filename, thumb_filename } = shown ? addresses.of(id) : { filename: null, thumb_filename: null };
  return { filename, thumb_filename, status, width, height };
}
