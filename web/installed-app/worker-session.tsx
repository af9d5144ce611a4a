import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { splitLocale } from '#web/i18n/locale-path.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation, useNavigation, useNextLocation } from '#web/router/hooks.ts';
import { userQuery } from '#web/session/queries.ts';
import { useApi, useSettings, useUser } from '#web/session/use-session.ts';

/** Delay before starting, so that the page's own work comes first. */
const AFTER_MS = 3000;

/**
 * The page's side of the installed app, loaded when the page is idle. It registers the service worker,
 * loads the profile screen ahead, and stores the latest conversations for offline reading. On navigation it switches to a newer build, unless
 * typed input would be lost. Mount it once, in the root.
 */
export function WorkerSession() {
  const queries = useQueryClient();
  const api = useApi();
  const settings = useSettings();
  const { i18n } = useTranslation();
  const user = useUser();
  const member = user?.id ?? null;
  const pushed = user?.push_subscribed === true;
  const { navigate, preload } = useNavigation();
  const newer = useRef(false);
  useReloadAtNavigation(newer);

  const open = useEffectEvent((path: string) => void navigate(splitLocale(path).path));
  const renew = useEffectEvent(async () => {
    if (member === null) return;
    const { renewPush } = await import('#web/notifications/push.ts');
    if (await renewPush(api, settings, pushed))
      await queries.invalidateQueries({ queryKey: userQuery.queryKey });
  });
  useEffect(() => {
    return later(async () => {
      const { afterLoad } = await import('./after-load.ts');
      await afterLoad({
        language: i18n.language,
        preload,
        open: (path) => open(path),
        onUpdate: () => (newer.current = true),
        onRenewPush: () => void renew().catch(() => {}),
      });
    });
  }, [i18n, preload]);

  useEffect(() => {
    return later(() => renew());
  }, [member]);

  useEffect(() => {
    if (!('indexedDB' in window) || !('subtle' in (window.crypto ?? {}))) return;
    let stop = () => {};
    const cancel = later(async () => {
      if (member === null) return void (await import('#web/session/offline-store.ts')).forgetConversations();
      const { storeConversations } = await import('./store-conversations.ts');
      stop = storeConversations(queries, member);
    });
    return () => {
      cancel();
      stop();
    };
  }, [queries, member]);
  return null;
}

/**
 * Runs work once the page has settled. Returns a function that cancels it. A chunk that fails to load is
 * retried on the next page.
 */
function later(work: () => Promise<void>): () => void {
  const timer = setTimeout(() => void work().catch(() => {}), AFTER_MS);
  return () => clearTimeout(timer);
}

/** After an update, reloads on the next navigation unless a field has unsaved input. */
function useReloadAtNavigation(newer: React.RefObject<boolean>) {
  const next = useNextLocation();
  const { pathname } = useLocation();
  const localePath = useLocalePath();
  // Comparing with a field's default value does not work, because React updates both together.
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
    location.assign(localePath(next.pathname) + next.search + next.hash);
  }, [newer, next, pathname, localePath]);
}

const isTyped = (fields: Iterable<Field>) =>
  [...fields].some((field) => field.isConnected && field.value !== '');

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'hidden', 'range'].includes(target.type));
