import { Suspense } from 'react';
import { NewsSlot } from '#web/likes/news-slot.tsx';
import { WarningsHeader } from '#web/members/warnings-header.tsx';
import { useRouteName } from '#web/router/hooks.ts';
import { Outlet } from '#web/router/screens.tsx';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { BottomBar, useBottomBarAttribute } from './bottom-bar.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopNavigation } from './top-navigation.tsx';
import styles from './layout.module.css';

const SiteEntryWarning = lazyPart(async () => ({
  default: (await import('./site-entry-warning.tsx')).SiteEntryWarning,
}));

/** Countries in which the chat shows the site-entry warning (docs/product.md 2.7). */
const warned = ['NL', 'DE'];

export default function ChatLayout() {
  const { geoip_country } = useSettings();
  const user = useUser();
  const hasBottomBar = useBottomBarAttribute();
  const isList = useRouteName() === 'chats';
  // Explains an empty list. Other notices would take room from the conversations.
  const warns = isList && (user?.held === true || user?.status === 'not_confirmed');
  return (
    <div className={styles['chat']} data-conversation={isList ? undefined : ''} {...hasBottomBar}>
      <SkipLink />
      <TopNavigation />
      {warns && <WarningsHeader />}
      <main id="content" className={styles['fill']} tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar />
      <NewsSlot />
      {warned.includes(geoip_country ?? '') && (
        <Suspense>
          <SiteEntryWarning forMembers />
        </Suspense>
      )}
    </div>
  );
}
