import { useState } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { messageLength, messagePrice, tidyMessage } from '#contract/rules/chat-rules.ts';
import type { Attached } from '#web/chat/attached.ts';
import { quoteOf } from '#web/chat/chat-query.ts';
import { useOutbox, useUnsent } from '#web/chat/outbox/outbox.ts';
import { useSearchParams } from '#web/router/hooks.ts';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { useObstacle, usePaused } from './composer-notice.tsx';
import type { MessagePrices } from './composer-tools.tsx';
import type { Composed } from './take-back.ts';

export interface ComposerProps {
  chat: Chat;
  draft: string;
  onDraft: (text: string) => void;
  attached: Attached | null;
  onAttach: (attached: Attached | null) => void;
  onTakeBack: Composed['onTakeBack'];
  images: File[];
  onImages: (images: File[]) => void;
  takeImages: (files: Iterable<File>) => boolean;
}

/** The message in the composer: its price, whether it can be sent, and how. */
export function useMessage(props: ComposerProps) {
  const { chat, draft, images: chosen, attached } = props;
  const [once, onOnce] = useState(false);
  const [about, onAbout] = useAbout();
  const { message_length: limit } = useSettings();
  const outbox = useOutbox();
  const prices = usePrices(chat);
  const obstacle = useObstacle(chat);
  const pauseRuns = usePaused();
  const profile = chat.profile.id;
  const text = tidyMessage(draft);
  // Only a first message gives a like: later ones are part of a conversation.
  const givesLike =
    about !== null && !chat.profile.liked && chat.messages.every(({ sender }) => sender === profile);
  const edited = attached?.as === 'edit' ? attached.message : null;
  const images = edited ? [] : chosen;
  const isEmpty = text === '' && images.length === 0;
  // All pictures and the words below them are one message.
  const cost = edited ? 0 : images.length > 0 ? prices.image : prices.text;
  const paused = pauseRuns && cost > 0;
  const charactersLeft = limit - messageLength(text);
  return {
    prices,
    cost,
    obstacle,
    paused,
    pauseRuns,
    about,
    onAbout,
    givesLike,
    once,
    onOnce,
    charactersLeft,
    ready: !isEmpty && charactersLeft >= 0 && !obstacle && !paused,
    enqueue() {
      if (edited) {
        const { id, conversation } = edited;
        if (text !== edited.text) outbox.add({ profile, kind: 'edit', message: { id, conversation }, text });
        return;
      }
      const reference = {
        ...(attached && { quote: quoteOf(attached.message) }),
        ...(about !== null && { about, like: givesLike }),
      };
      const [file, ...album] = images;
      outbox.add({
        profile,
        text,
        ...reference,
        ...(file ? { kind: 'image', file, album, view_once: once && album.length === 0 } : { kind: 'text' }),
      });
      onOnce(false);
      onAbout(null);
    },
  };
}

/** Price of the next message of each kind. Queued free messages count as sent. */
function usePrices(chat: Chat): MessagePrices {
  const settings = useSettings();
  const { free_messages_left } = useMember();
  const waiting = useUnsent(chat.profile.id).filter(({ kind }) => kind === 'text').length;
  const prices = {
    ...(chat.price ?? {
      text: settings.message_credits,
      image: settings.photo_credits,
      voice: settings.voice_credits,
      gift: settings.gift_credits,
    }),
    free_messages_left: free_messages_left - waiting,
  };
  // Only texts can be free.
  return { ...prices, text: messagePrice('text', prices) };
}

/**
 * The prompt whose answer on the profile the message is about, or its photo: the profile links here with
 * `?about=<prompt>` or `?about=photo:<id>`.
 */
function useAbout(): [string | null, (about: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const about = query.get('about');
  const change = (next: string | null) => {
    if (about === next) return;
    const rest = new URLSearchParams(query);
    if (next === null) rest.delete('about');
    else rest.set('about', next);
    setQuery(rest, { replace: true, preventScrollReset: true });
  };
  return [about, change];
}
