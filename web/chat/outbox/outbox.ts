import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Sent } from '#contract/chat/conversations.ts';
import type { SendBody } from '#contract/chat/send-body.ts';
import { ApiError } from '#web/api.ts';
import { placeMessage } from '#web/chat/chat-query.ts';
import { onLiveEvent } from '#web/session/live-events.ts';
import { loadChunk } from '#web/session/missing-chunk.ts';
import { changeUser } from '#web/session/queries.ts';
import { chatsQuery, userQuery } from '#web/session/queries.ts';
import { apiOf, retryWait, worthRetrying } from '#web/session/query-client.ts';
import type { Unsent, UnsentContent, UnsentMessage } from '#web/session/unsent-db.ts';
import { mayHaveUnsent } from '#web/session/unsent-mark.ts';
import { useMember } from '#web/session/use-session.ts';
import { createUnsentQueue, unsentDb } from './unsent-queue.ts';

export type NewMessage = UnsentContent & { profile: number };

/**
 * Errors that a purchase resolves. These messages are resent automatically once credits or premium arrive.
 */
const RESOLVED_BY_PURCHASE = ['not_enough_credits', 'conversation_limit'];

/**
 * Sends a member's messages, one at a time per conversation, and stores them until the server has
 * acknowledged them.
 */
export interface Outbox {
  add(message: NewMessage): void;
  retry(clientId: string): void;
  /** Sends a message again, although the server has asked whether its sender is sure. */
  confirm(clientId: string, what: 'intimate_confirmed' | 'words_confirmed'): void;
  discard(clientId: string): void;
  /** Unsent messages to one profile, in order. The array keeps its identity until something changes. */
  to(profile: number): readonly Unsent[];
  subscribe(listener: () => void): () => void;
}

/** Loads the database when a message may follow, so that one written offline afterwards is stored too. */
export const prepareToKeep = () => void unsentDb().catch(() => {});

/** A message whose database could not be loaded lasts as long as the page. */
const keep = (message: Unsent) =>
  void unsentDb()
    .then(({ storeUnsent }) => storeUnsent(message))
    .catch(() => {});

const none: readonly Unsent[] = [];
const outboxes = new WeakMap<QueryClient, Map<number, Outbox>>();

/** The server never has unsent messages. */
const idle: Outbox = {
  add() {},
  retry() {},
  confirm() {},
  discard() {},
  to: () => none,
  subscribe: () => () => {},
};

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
  const queue = createUnsentQueue();
  const draining = new Set<number>();

  /**
   * Sends the queue of one profile, in order. A failed message stops the queue, so that later messages cannot
   * overtake it.
   */
  async function drain(profile: number): Promise<void> {
    if (draining.has(profile)) return;
    draining.add(profile);
    for (let failures = 0; ;) {
      // A failed edit does not hold up the messages after it.
      const next = queue.to(profile).find(({ kind, state }) => kind !== 'edit' || state !== 'failed');
      if (!next || next.state === 'failed') break;
      try {
        await deliver(queries, next, (progress) => queue.update(next, { progress }));
        failures = 0;
        queue.remove(next);
      } catch (error) {
        if (queue.find(next.client_id) === undefined) continue; // discarded in the meantime
        if (worthRetrying(failures, error)) await waitOrOnline(retryWait(failures++, error));
        else {
          failures = 0;
          fail(next, error);
        }
      }
    }
    draining.delete(profile);
  }

  function fail(message: Unsent, error: unknown) {
    const { code, params } = error instanceof ApiError ? error : { code: 'internal' as const, params: {} };
    queue.update(message, { state: 'failed', code, params });
    keep({ ...message, state: 'failed', code, params });
  }

  function retryWhere(matches: (message: Unsent) => boolean) {
    for (const profile of queue.recipients()) {
      for (const message of queue.to(profile))
        if (message.state === 'failed' && matches(message))
          queue.update(message, { state: 'waiting', code: undefined, progress: undefined });
      if (queue.to(profile).length > 0) void drain(profile);
    }
  }

  const resume = async () => {
    const { addStored } = await import('./add-stored.ts');
    await addStored(queries, queue, member);
    for (const profile of queue.recipients()) void drain(profile);
  };
  if (mayHaveUnsent(member)) resume().catch(() => {});
  retryOnEvents(queue, retryWhere);

  return {
    add(content) {
      const message: Unsent = {
        ...content,
        client_id: crypto.randomUUID(),
        member,
        created_at: new Date().toISOString(),
        state: 'waiting',
      };
      queue.add(message);
      keep(message);
      // In a task of its own, so that the message is shown first.
      setTimeout(() => void drain(message.profile));
    },
    retry: (clientId) => retryWhere(({ client_id }) => client_id === clientId),
    confirm(clientId, what) {
      const message = queue.find(clientId);
      if (!message) return;
      queue.update(message, { [what]: true });
      keep({ ...message, state: 'waiting', code: undefined, [what]: true });
      retryWhere(({ client_id }) => client_id === clientId);
    },
    discard(clientId) {
      const message = queue.find(clientId);
      if (!message) return;
      queue.remove(message);
      void drain(message.profile);
    },
    to: queue.to,
    subscribe: queue.subscribe,
  };
}

function retryOnEvents(
  queue: ReturnType<typeof createUnsentQueue>,
  retryWhere: (matches: (message: Unsent) => boolean) => void,
) {
  const onReconnect = () => retryWhere(({ code }) => code === 'unavailable');
  window.addEventListener('online', onReconnect);
  onLiveEvent('changed', ({ what, conversation }) => {
    if (what === 'chats' && conversation === undefined) onReconnect();
  });
  onLiveEvent('credits', ({ reason }) => {
    if (reason !== 'message') retryWhere(({ code }) => RESOLVED_BY_PURCHASE.includes(code ?? ''));
  });
  // The message was sent by another tab, or by an attempt whose response was lost.
  onLiveEvent('message', ({ message }) => {
    const unsent = message.client_id && queue.find(message.client_id);
    if (unsent) queue.remove(unsent);
  });
}

async function deliver(queries: QueryClient, next: Unsent, onProgress: (part: number) => void) {
  if (next.kind !== 'edit') return applySent(queries, await send(queries, next, onProgress), next);
  const { id, conversation } = next.message;
  const body = { conversation, message: id, text: next.text };
  const { message } = await apiOf(queries).call('editMessage', { body });
  placeMessage(queries, message, next.profile);
}

async function send(
  queries: QueryClient,
  message: UnsentMessage,
  onProgress: (part: number) => void,
): Promise<Sent> {
  const { profile, client_id, quote, about, like, words_confirmed } = message;
  const common = {
    profile,
    client_id,
    ...(quote && { reply_to: quote.id }),
    ...(about && { ...aboutOf(about), ...(like && { like }) }),
    ...(words_confirmed && { words_confirmed }),
  };
  if (message.kind === 'text')
    return apiOf(queries).call('send', { body: { ...common, text: message.text } });
  if (message.kind === 'gift')
    return apiOf(queries).call('send', { body: { ...common, gift: message.gift } });
  const { sendFiles } = await loadChunk(() => import('./send-files.ts')).catch(() => {
    throw new ApiError(0, { error: 'unavailable' });
  });
  return sendFiles(apiOf(queries), message, common, onProgress);
}

/** What the message is about: a photo of the profile as `photo:<id>`, else a prompt. */
const aboutOf = (about: string): Pick<SendBody, 'about_prompt' | 'about_photo'> =>
  about.startsWith('photo:') ? { about_photo: Number(about.slice(6)) } : { about_prompt: about };

const recordSpend = async (member: number, credits: number) =>
  (await import('#web/chat/composer/spending-streak.ts')).recordSpend(member, credits);

function applySent(queries: QueryClient, { message, credits }: Sent, { profile, member }: UnsentMessage) {
  if (message.credits) void recordSpend(member, message.credits);
  placeMessage(queries, message, profile);
  const user = queries.getQueryData(userQuery.queryKey);
  const free = message.kind === 'text' && message.credits === 0 ? 1 : 0;
  if (user) changeUser(queries, { credits, free_messages_left: Math.max(0, user.free_messages_left - free) });
  const known = queries
    .getQueryData(chatsQuery.queryKey)
    ?.chats.some(({ conversation }) => conversation.id === message.conversation);
  if (!known) void queries.invalidateQueries({ queryKey: ['chats'] });
}

function waitOrOnline(milliseconds: number): Promise<void> {
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
