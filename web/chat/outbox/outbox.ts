import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Sent } from '#contract/chat.ts';
import { ApiError } from '#web/api.ts';
import { onLiveEvent } from '#web/session/live-events.ts';
import { changeUser } from '#web/session/queries.ts';
import { apiOf, retryWait, worthRetrying } from '#web/session/query-client.ts';
import { chatsQuery, userQuery } from '#web/session/queries.ts';
import { useMember } from '#web/session/use-session.ts';
import { placeMessage } from '#web/chat/chat-query.ts';
import { noteSpend } from '#web/chat/composer/spending-streak.tsx';
import { sendForm } from '#web/photos/send-form.ts';
import { forgetUnsent, keepUnsent, keptUnsent, type Unsent } from './unsent-db.ts';

export type NewMessage = Pick<Unsent, 'profile' | 'kind' | 'text' | 'gift' | 'file'>;

/** Refusals that a purchase lifts: these messages go out by themselves once there are credits, or premium. */
const LIFTED = ['not_enough_credits', 'conversation_limit'];

/** Sends a member's messages, one after the other for each conversation, and keeps them until the server has them. */
export interface Outbox {
  add(message: NewMessage): void;
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** Unsent messages to one profile, in order. The same array until something changes. */
  to(profile: number): readonly Unsent[];
  subscribe(listener: () => void): () => void;
}

const none: readonly Unsent[] = [];
const outboxes = new WeakMap<QueryClient, Map<number, Outbox>>();

/** While the server renders a page nothing is unsent. */
const idle: Outbox = { add() {}, retry() {}, discard() {}, to: () => none, subscribe: () => () => {} };

/** The member's outbox in this tab, with what an earlier page left unsent. */
export function outboxOf(queries: QueryClient, member: number): Outbox {
  if (typeof document === 'undefined') return idle;
  const ofClient = outboxes.get(queries) ?? new Map<number, Outbox>();
  outboxes.set(queries, ofClient);
  const known = ofClient.get(member);
  if (known) return known;
  const made = createOutbox(queries, member);
  ofClient.set(member, made);
  return made;
}

export function useOutbox(): Outbox {
  return outboxOf(useQueryClient(), useMember().id);
}

export function useUnsent(profile: number): readonly Unsent[] {
  const outbox = useOutbox();
  return useSyncExternalStore(
    outbox.subscribe,
    () => outbox.to(profile),
    () => none,
  );
}

function createOutbox(queries: QueryClient, member: number): Outbox {
  const byProfile = new Map<number, Unsent[]>();
  const busy = new Set<number>();
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());

  const find = (clientId: string) => [...byProfile.values()].flat().find((message) => message.client_id === clientId);
  const set = (profile: number, messages: Unsent[]) => {
    byProfile.set(profile, messages);
    tell();
  };
  const change = (message: Unsent, by: Partial<Unsent>) =>
    set(
      message.profile,
      (byProfile.get(message.profile) ?? []).map((other) => (other.client_id === message.client_id ? { ...other, ...by } : other)),
    );
  const remove = (message: Unsent) => {
    set(
      message.profile,
      (byProfile.get(message.profile) ?? []).filter((other) => other.client_id !== message.client_id),
    );
    void forgetUnsent(message.client_id);
  };

  /** Sends what waits for one profile, in order. A failed message stops those after it, so that nothing overtakes. */
  async function drain(profile: number): Promise<void> {
    if (busy.has(profile)) return;
    busy.add(profile);
    for (let tries = 0; ;) {
      const next = byProfile.get(profile)?.[0];
      if (!next || next.state === 'failed') break;
      if (next.state === 'waiting') change(next, { state: 'sending' });
      try {
        const sent = await send(next);
        tries = 0;
        received(queries, sent, next);
        remove(next);
      } catch (error) {
        if (find(next.client_id) === undefined) continue; // discarded meanwhile
        if (worthRetrying(tries, error)) await patience(retryWait(tries++, error));
        else {
          tries = 0;
          fail(next, error);
        }
      }
    }
    busy.delete(profile);
  }

  function send(message: Unsent): Promise<Sent> {
    const body = { profile: message.profile, client_id: message.client_id };
    if (message.kind !== 'image')
      return apiOf(queries).call('send', { body: { ...body, ...(message.kind === 'gift' ? { gift: message.gift! } : { text: message.text! }) } });
    const form = new FormData();
    form.set('profile', String(body.profile));
    form.set('client_id', body.client_id);
    form.set('file', message.file!, 'image');
    return sendForm<Sent>('send', form, { onProgress: (progress) => change(message, { progress }) });
  }

  function fail(message: Unsent, error: unknown) {
    const { code, params } = error instanceof ApiError ? error : { code: 'internal' as const, params: {} };
    const failed: Unsent = { ...message, state: 'failed', code, params };
    change(message, failed);
    void keepUnsent(failed);
  }

  function again(which: (message: Unsent) => boolean) {
    for (const messages of [...byProfile.values()]) {
      for (const message of messages)
        if (message.state === 'failed' && which(message)) change(message, { state: 'waiting', code: undefined, progress: undefined });
      if (messages[0]) void drain(messages[0].profile);
    }
  }

  void keptUnsent(member).then((kept) => {
    const { credits = 0, paid_user = false } = queries.getQueryData(userQuery.queryKey) ?? {};
    for (const message of kept) {
      const lifted = message.code === 'not_enough_credits' ? credits > 0 : message.code === 'conversation_limit' ? paid_user : message.code === 'unavailable';
      const state = message.state === 'failed' && !lifted ? 'failed' : 'waiting';
      if (!find(message.client_id)) set(message.profile, [...(byProfile.get(message.profile) ?? []), { ...message, state }]);
    }
    for (const profile of byProfile.keys()) void drain(profile);
  });
  const backAgain = () => again(({ code }) => code === 'unavailable');
  window.addEventListener('online', backAgain);
  // The server is heard of again after an absence.
  onLiveEvent('changed', ({ what, conversation }) => what === 'chats' && conversation === undefined && backAgain());
  onLiveEvent('credits', ({ reason }) => reason !== 'message' && again(({ code }) => LIFTED.includes(code ?? '')));
  // Another tab, or an earlier try whose answer was lost, has sent it.
  onLiveEvent('message', ({ message }) => {
    const unsent = message.client_id && find(message.client_id);
    if (unsent) remove(unsent);
  });

  return {
    add(given) {
      const message: Unsent = { ...given, client_id: crypto.randomUUID(), member, created_at: new Date().toISOString(), state: 'waiting' };
      set(given.profile, [...(byProfile.get(given.profile) ?? []), message]);
      void keepUnsent(message);
      void drain(given.profile);
    },
    retry: (clientId) => again(({ client_id }) => client_id === clientId),
    discard(clientId) {
      const message = find(clientId);
      if (!message) return;
      remove(message);
      void drain(message.profile);
    },
    to: (profile) => byProfile.get(profile) ?? none,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Shows a sent message, the balance, and what is left for free. */
function received(queries: QueryClient, { message, credits }: Sent, { profile, member }: Unsent) {
  if (message.credits) noteSpend(member, message.credits);
  placeMessage(queries, message, profile);
  const user = queries.getQueryData(userQuery.queryKey);
  const free = message.kind === 'text' && message.credits === 0 ? 1 : 0;
  if (user) changeUser(queries, { credits, free_messages_left: Math.max(0, user.free_messages_left - free) });
  const known = queries.getQueryData(chatsQuery.queryKey)?.chats.some(({ conversation }) => conversation.id === message.conversation);
  if (!known) void queries.invalidateQueries({ queryKey: ['chats'] });
}

/** Waits, but no longer than until the browser is online again. */
function patience(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
  });
}
