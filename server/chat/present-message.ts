import type { Message, MessageKind, Quote } from '#contract/chat/conversations.ts';
import type { ImageStatus } from '#contract/chat/sent-images.ts';
import type { ChatImageRefusal } from '#contract/photos/refusal-reasons.ts';
import type { Quoted } from '#contract/rules/prompts.ts';
import type { ChatImageAddresses } from './images/image-addresses.ts';
import type { SentVoice } from './voice/sent-voice.ts';

interface ImageRow {
  id: number;
  status: ImageStatus;
  /** Null without a verdict, which counts as intimate. */
  intimate: boolean | null;
  /** The recipient asked to see it. */
  shown: boolean;
  /** The recipient can open it once. Absent for an image of an album, which cannot be one. */
  view_once?: boolean;
  opened?: boolean;
  /** Absent for an image that has just been sent. */
  refusal_reason?: ChatImageRefusal | null;
  voice?: SentVoice | null;
  width: number;
  height: number;
  colour: string | null;
}

export interface MessageRow {
  id: number;
  conversation_id: number;
  sender_id: number;
  client_id: string;
  kind: MessageKind;
  body: string | null;
  gift: string | null;
  about: Quoted | null;
  credits: number;
  created_at: Date;
  edited_at: Date | null;
  sender_reaction: string | null;
  recipient_reaction: string | null;
  revision: number;
  quote: Quote | null;
  image: ImageRow | null;
  /** The images of an album after the first. */
  album: ImageRow[] | null;
}

/**
 * A message as `viewer` sees it. Only the sender sees its cost and `client_id`; the recipient sees an image
 * only after its screening, and an intimate one only once they ask for it
 * (docs/product.md 10.5). `readTo` is the newest message that the other member has
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
    ...(row.image &&
      row.album && { images: [row.image, ...row.album].map((image) => presentImage(image, own, addresses)) }),
    ...(row.image?.voice && { voice: presentVoice(row.image.id, row.image.voice, own, addresses) }),
    gift: row.kind === 'gift' && row.gift ? { id: row.gift, credits: row.credits } : null,
    ...(row.about && { about: row.about }),
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

/**
 * The sender never learns whether the recipient has asked to see a covered image, but does learn that an image to be seen
 * once has been opened.
 */
function presentImage(image: ImageRow, own: boolean, addresses: ChatImageAddresses) {
  const { id, status, intimate, shown, refusal_reason: reason, width, height, colour } = image;
  const common = { id, status, width, height };
  if (image.view_once) return { ...common, ...onceOf(image, own) };
  if (status !== 'active' && !(own && status === 'inspecting'))
    return { ...common, ...(own && reason && { refusal_reason: reason }), ...noAddress };
  const covered = intimate !== false && (own || !shown) && { covered: true as const };
  if (covered && !own) return { ...common, ...covered, ...addresses.covered(id) };
  return { ...common, ...covered, ...(colour && { colour }), ...addresses.of(id) };
}

const presentVoice = (
  id: number,
  { duration_ms, waveform, listened, told }: SentVoice,
  own: boolean,
  addresses: ChatImageAddresses,
) => ({
  id,
  filename: addresses.voice(id),
  duration_ms,
  waveform,
  ...((own ? told : listened) && { listened: true as const }),
});

const noAddress = { filename: null, thumb_filename: null };

const onceOf = ({ intimate, opened, refusal_reason: reason }: ImageRow, own: boolean) => ({
  view_once: true as const,
  ...(opened && { opened: true as const }),
  ...(intimate !== false && { covered: true as const }),
  ...(own && reason && { refusal_reason: reason }),
  ...noAddress,
});
