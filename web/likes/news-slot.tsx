import { lazy, Suspense, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { isRefusal } from '#web/api.ts';
import { useLiveEvent } from '#web/session/live-events.ts';
import { useApi, useUser } from '#web/session/use-session.ts';
import { userQuery } from '#web/session/queries.ts';
import { toast, withdrawToast } from '#web/ui/toasts.tsx';
import { closeNews, LIKE_TOAST, showNews, useNews, withdrawNews } from './news.ts';

const NewsModal = lazy(() => import('./news-modal.tsx'));
/** Likes reload this long after an automatic one (docs/product.md 7). */
const RELOAD_MS = 500;

/** Where matches and new likes appear over the screen, and the like that the query `t` asks for. Stands once, in the layout. */
export function NewsSlot() {
  const user = useUser();
  return user ? <MemberNews /> : null;
}

function MemberNews() {
  const { i18n } = useTranslation();
  const { pathname } = useLocation();
  const news = useNews();
  const queries = useQueryClient();
  const refreshBadge = () => void queries.invalidateQueries({ queryKey: userQuery.queryKey });
  useLiveEvent('match', ({ profile }) => {
    refreshBadge();
    // A match is not taken back in passing.
    withdrawToast(LIKE_TOAST);
    showNews({ kind: 'match', profile });
  });
  // Where one reads or plays, a new like must not take the screen.
  const calm = /^\/(members|likes)(\/|$)/.test(pathname) && !pathname.endsWith('/chat');
  useLiveEvent('like', async ({ profile }) => {
    refreshBadge();
    if (calm) return showNews({ kind: 'like', profile });
    await i18n.loadNamespaces('likes');
    toast('info', i18n.t('toast', { ns: 'likes', name: profile.name }), { key: `like of ${profile.id}` });
  });
  // A like that was taken back is not told any longer, and its profile says so when it is open.
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

/** Query `t`: a like appears after so many seconds, then `t` leaves the address (docs/product.md 4). */
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
      void navigate({ pathname, search: rest.size > 0 ? `?${rest}` : '' }, { replace: true, preventScrollReset: true });
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
