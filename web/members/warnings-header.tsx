import { Suspense, useDeferredValue, useMemo } from 'react';
import { useWelcome } from '#web/credits/queries.ts';
import { useUser } from '#web/session/use-session.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';

const Notice = lazyPart(() => import('./notice.tsx'));

/**
 * The most urgent notice above every screen of the default layout (docs/product.md 2.8): held account, unconfirmed address,
 * age check, time bonus, undeliverable mail, or missing photo. The server decides, so that nothing moves after loading.
 * Most members have none, so its code is loaded on demand.
 */
export function WarningsHeader() {
  // React drops a part of the server's page that changes before its code has arrived, and the screen below would
  // jump up and down again. It keeps it while the change is deferred or the element stays the same.
  const user = useDeferredValue(useUser());
  const notice = useMemo(
    () =>
      user && (
        <Suspense>
          <Notice user={user} />
        </Suspense>
      ),
    [user],
  );
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
  return notice;
}
