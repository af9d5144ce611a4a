import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { splitLocale } from '#web/i18n/locale-path.ts';
import { useLocale, useLocalePath } from '#web/i18n/locale-links.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useApi, useSettings, useUser } from '#web/session/use-session.ts';

/** The page has other things to do first. */
const AFTER_MS = 3000;

/**
 * The page's part of the installed app, loaded when the page is at rest: the worker for everyone, the latest conversations for
 * reading offline, a newer app taken at a change of page while nothing typed can be lost. Stands once, in the root.
 */
export function WorkerSession() {
  const queries = useQueryClient();
  const api = useApi();
  const settings = useSettings();
  const locale = useLocale();
  const user = useUser();
  const member = user?.id ?? null;
  const pushed = user?.push_subscribed === true;
  const navigate = useNavigate();
  const newer = useRef(false);
  useReloadAtNavigation(newer);

  const open = useEffectEvent((path: string) => void navigate(splitLocale(path).path));
  const renew = useEffectEvent(async () => {
    if (member === null) return;
    const { renewPush } = await import('#web/notifications/push.ts');
    if (await renewPush(api, settings, pushed)) await queries.invalidateQueries({ queryKey: userQuery.queryKey });
  });
  useEffect(() => {
    return later(async () => {
      const { registerWorker } = await import('./register-worker.ts');
      await registerWorker({ locale, open: (path) => open(path), onUpdate: () => (newer.current = true), onRenewPush: () => void renew().catch(() => {}) });
    });
  }, [locale]);

  useEffect(() => {
    return later(() => renew());
  }, [member]);

  useEffect(() => {
    if (!('indexedDB' in window) || !('subtle' in (window.crypto ?? {}))) return;
    let stop = () => {};
    const cancel = later(async () => {
      if (member === null) return void (await import('./offline-store.ts')).forgetConversations();
      const { keepConversations } = await import('./keep-conversations.ts');
      stop = keepConversations(queries, member);
    });
    return () => {
      cancel();
      stop();
    };
  }, [queries, member]);
  return null;
}

/** Does what can wait once the page has settled; returns how to call it off. Code that cannot be had comes with the next page. */
function later(work: () => Promise<void>): () => void {
  const timer = setTimeout(() => void work().catch(() => {}), AFTER_MS);
  return () => clearTimeout(timer);
}

/** Once a newer app is there, the next change of page loads it, unless a field holds something that is not saved. */
function useReloadAtNavigation(newer: React.RefObject<boolean>) {
  const { location: next } = useNavigation();
  const { pathname } = useLocation();
  const localePath = useLocalePath();
  // A field does not say it by its value: what React holds is the default as well.
  const typed = useRef(new Set<Field>());
  useEffect(() => {
    const note = ({ target }: Event) => isField(target) && typed.current.add(target);
    document.addEventListener('input', note);
    return () => document.removeEventListener('input', note);
  }, []);
  useEffect(() => {
    const fields = typed.current;
    for (const field of fields) if (!field.isConnected) fields.delete(field);
    if (!newer.current || !next || next.pathname === pathname || isTyped(fields)) return;
    newer.current = false;
    location.assign(localePath(splitLocale(next.pathname).path) + next.search + next.hash);
  }, [newer, next, pathname, localePath]);
}

/** Whether a field that the member has typed in is still there and holds something. */
const isTyped = (fields: Iterable<Field>) => [...fields].some((field) => field.isConnected && field.value !== '');

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !['checkbox', 'radio', 'hidden', 'range'].includes(target.type));
