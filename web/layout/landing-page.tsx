import { Outlet } from '#web/router/screens.tsx';
import { companyQuery } from '#web/session/queries.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Brand } from '#web/ui/brand.tsx';
import { Footer } from './footer.tsx';
import { SignupSlot } from './signup-slot.tsx';
import { SkipLink } from './skip-link.tsx';
import styles from './layout.module.css';

export const load: ScreenLoad = ({ prefetch }) => prefetch(companyQuery);
export const shouldRevalidate = () => false;

/** Logo bar, footer and disclaimer, without navigation, so that nothing leads away from the landing page. */
export default function LandingPageLayout() {
  return (
    <div className={styles['default']}>
      <SkipLink />
      <header className={styles['logo-bar']}>
        <Brand />
      </header>
      <main id="content" className={styles['main']} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <SignupSlot />
    </div>
  );
}
