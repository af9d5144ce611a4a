import { Suspense } from 'react';
import { welcomeQuery } from '#web/credits/queries.ts';
import { NewsSlot } from '#web/likes/news-slot.tsx';
import { WarningsHeader } from '#web/members/warnings-header.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Outlet } from '#web/router/screens.tsx';
import { companyQuery } from '#web/session/queries.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { BottomBar, useBottomBarAttribute } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { SignupSlot } from './signup-slot.tsx';
import { SiteEntryWarning } from './site-entry-warning.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopNavigation } from './top-navigation.tsx';
import styles from './layout.module.css';

const ActivateReminder = lazyPart(() => import('#web/signup/return/activate-reminder.tsx'));

export const load: ScreenLoad = ({ prefetch, user }) =>
  Promise.all([prefetch(companyQuery), user && !user.paid_user && prefetch(welcomeQuery)]);
export const handle = { i18n: ['notices'] };
export const shouldRevalidate = () => false;

export default function DefaultLayout() {
  const [query] = useSearchParams();
  const hasBottomBar = useBottomBarAttribute();
  return (
    <div className={styles['default']} {...hasBottomBar}>
      <SkipLink />
      <TopNavigation />
      <main id="content" className={styles['main']} tabIndex={-1}>
        <WarningsHeader />
        <Outlet />
      </main>
      <Footer />
      <BottomBar />
      <SiteEntryWarning />
      <SignupSlot />
      <NewsSlot />
      {query.has('api_signup_complete') && (
        <Suspense>
          <ActivateReminder />
        </Suspense>
      )}
    </div>
  );
}
