import type { ProfileCard } from '../profiles.ts';
import type { Message } from './conversations.ts';

/**
 * Server-sent events of `/api/events.php`: the key is the event name, the value its JSON data. Clients resume
 * with `Last-Event-ID` and must tolerate duplicate messages.
 */
export interface LiveEvents {
  /**
   * A message in one of the member's conversations, including messages that the member sent from another
   * device.
   */
  message: { message: Message; profile: ProfileCard; unread: number };
  /** A message was edited, or a reaction to it changed. It may arrive before the message's own event. */
  message_changed: { message: Message };
  /** A conversation was read up to a message. `by` may be the member, on another device. */
  read: { conversation: number; message: number; by: number };
  typing: { conversation: number; profile: number };
  like: { profile: ProfileCard };
  match: { profile: ProfileCard };
  unlike: { profile: number };
  presence: { profile: number; online: boolean };
  /**
   * The balance changed. `paid_user` becomes true with the first purchase. `payment` is a completed order.
   */
  credits: { credits: number; paid_user: boolean; reason: string; payment?: { id: string; credits: number } };
  /** The state of a call changed: read `currentVideoCall` with this id. */
  video_call: { id: string };
  totals: { unread_messages: number; new_likes: number };
  /**
   * Other data of the member changed, for example because a photo was approved. Clients refetch `what`, and for
   * `photoAccess` also what they show of `profile`. `order` is that of the list of conversations.
   */
  changed: {
    what:
      | 'user'
      | 'chats'
      | 'order'
      | 'likes'
      | 'member'
      | 'members'
      | 'activity'
      | 'payments'
      | 'complaints'
      | 'photoAccess'
      | 'voiceIntros';
    conversation?: number;
    profile?: number;
    photo?: { id: number; status: 'active' | 'refused' };
  };
}

export type LiveEventName = keyof LiveEvents;
