import type { Message } from './chat.ts';
import type { ProfileCard } from './profiles.ts';

/**
 * Events on GET /api/events.php (server-sent events; `event:` is the key, `data:` the JSON below).
 * A reader resumes with `Last-Event-ID` and must tolerate the same message twice.
 */
export interface LiveEvents {
  /** A message in one of the member's conversations; own messages from other tabs and devices too. */
  message: { message: Message; profile: ProfileCard; unread: number };
  /** Somebody read a conversation up to a message; `by` may be the member's own other device. */
  read: { conversation: number; message: number; by: number };
  typing: { conversation: number; profile: number };
  /** A new like. `profile` is who likes. */
  like: { profile: ProfileCard };
  match: { profile: ProfileCard };
  /** A like that was told is taken back. `profile` is who liked. */
  unlike: { profile: number };
  presence: { profile: number; online: boolean };
  /** The balance changed; `paid_user` turns true on the first purchase. `payment` is the one that arrived. */
  credits: { credits: number; paid_user: boolean; reason: string; payment?: { id: string; credits: number } };
  totals: { unread_messages: number; new_likes: number };
  /** Something else of the member changed (photo decision, deletion of a chat…): reload what is named. */
  changed: { what: 'user' | 'chats' | 'likes' | 'payments' | 'complaints'; conversation?: number; photo?: { id: number; status: 'active' | 'refused' } };
}
export type LiveEventName = keyof LiveEvents;
