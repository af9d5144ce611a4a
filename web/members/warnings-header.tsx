import { lazy, Suspense } from 'react';
import { useWelcome } from '#web/credits/queries.ts';
import { useUser } from '#web/session/use-session.ts';

const Notice = lazy(() => import('./notice.tsx'));

/**
 * The most urgent notice above every screen of the default layout (docs/product.md 2.8): held account, unconfirmed address,
 * age check, time bonus, undeliverable mail, or missing photo. The server decides, so that nothing moves after loading.
 * Most members have none, so its code is loaded on demand.
 */
export function WarningsHeader() {
  const user = useUser();
  const welcome = useWelcome();
  const mayApply =
    user &&
    (user.held === true ||
      user.age_check !== undefined ||
      user.status === 'not_confirmed' ||
      welcome !== null ||
      user.disabled_notification_reason != null ||
      user.profile.main_image === null);
  if (!mayApply) return null;
  return (
    <Suspense>
      <Notice user={user} />
    </Suspense>
  );
}
