import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { isWriting } from '#web/page/is-writing.ts';
import { useLocation, useNavigate, useSearchParams } from '#web/router/hooks.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { userQuery } from '#web/session/queries.ts';
import { useApi, useUser } from '#web/session/use-session.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { toast, withdrawToast } from '#web/ui/toasts.tsx';
import { chatWords } from './chat-words.ts';
import { closeNews, LIKE_TOAST, matchToast, showNews, useNews, withdrawNews } from './news.ts';

const NewsModal = lazyPart(() => import('./news-modal.tsx'));
const RELOAD_MS = 500;
const MATCH_MS = 20_000;

/**
 * Renders announcements of matches and new likes, and the timed like of the query `t`. Mount it once, in the
 * layout.
 */
export function NewsSlot() {
  const user = useUser();
  return user ? <MemberNews /> : null;
}

function MemberNews() {
  const { i18n } = useTranslation();
  const { pathname } = useLocation();
  const news = useNews();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refreshBadge = () => void queries.invalidateQueries({ queryKey: userQuery.queryKey });
  // A modal would take the focus from a member who is typing, so they get a toast instead.
  const inChat = /^\/chats|\/chat$/.test(pathname);
  useLiveEvent('match', async ({ profile }) => {
    refreshBadge();
    // Without this, a stray tap on the toast of the like could undo the match.
    withdrawToast(LIKE_TOAST);
    if (!inChat && !isWriting()) return showNews({ kind: 'match', profile });
    await i18n.loadNamespaces('likes');
    toast('success', i18n.t('match_modal.text', { ns: 'likes', name: profile.name }), {
      key: matchToast(profile.id),
      stayMs: MATCH_MS,
      action: {
        text: i18n.t(chatWords(queries, profile.id), { ns: 'likes', name: profile.name }),
        leavesPage: true,
        run: () => void navigate(`/members/${profile.id}/chat`),
      },
    });
  });
  // A new like may only cover screens for browsing. Other screens show a toast.
  const calm = /^\/(members|likes)(\/|$)/.test(pathname) && !inChat;
  useLiveEvent('like', async ({ profile }) => {
    refreshBadge();
    if (calm && !isWriting()) return showNews({ kind: 'like', profile });
    await i18n.loadNamespaces('likes');
    toast('info', i18n.t('toast', { ns: 'likes', name: profile.name }), { key: `like of ${profile.id}` });
  });
  useLiveEvent('unlike', ({ profile }) => {
    withdrawNews(profile);
    withdrawToast(`like of ${profile}`);
    void queries.invalidateQueries({ queryKey: ['member', { id: profile }] });
  });
  return (
    <>
      <TimedLike />
      {news && (
        <Suspense>
          <NewsModal news={news} onClose={closeNews} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Shows a like after as many seconds as the query `t` says, then removes `t` from the URL (docs/product.md
 * 4.9).
 */
function TimedLike() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const seconds = Number(query.get('t') ?? Number.NaN);
  useEffect(() => {
    if (!(seconds >= 0 && seconds < 3600)) return;
    const timer = setTimeout(() => void appear(), seconds * 1000);
    return () => clearTimeout(timer);

    async function appear() {
      const rest = new URLSearchParams(window.location.search);
      rest.delete('t');
      void navigate(
        { pathname, search: rest.size > 0 ? `?${rest}` : '' },
        { replace: true, preventScrollReset: true },
      );
      try {
        showNews({ kind: 'like', profile: await api.call('autoLike') });
        setTimeout(() => void queries.invalidateQueries({ queryKey: ['likes'] }), RELOAD_MS);
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    }
  }, [seconds, pathname, api, queries, navigate]);
  return null;
}
