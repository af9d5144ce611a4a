import { useEffect, useState } from 'react';
import { useDismissal } from '#web/session/dismissals.ts';
import { useSettings } from '#web/session/use-session.ts';
import { InstallSteps } from './install-steps.tsx';
import { installWay } from './install.ts';
import { PushOffer } from './push-offer.tsx';
import { canAskPush } from './push.ts';
import styles from './push-offer.module.css';

/**
 * What the site offers after a member has written: push, and on a later visit, in a conversation with an answer,
 * to install the app. Only one of them at a time.
 */
export default function ConversationOffers({ name, hasAnswer }: { name: string; hasAnswer: boolean }) {
  const settings = useSettings();
  const [pushDismissed] = useDismissal('push_alert');
  const [offersPush] = useState(() => canAskPush(settings) && !pushDismissed);
  if (offersPush) return <PushOffer name={name} />;
  return hasAnswer && <InstallHint />;
}

/** Shown once in each browser, dismissed or not. */
function InstallHint() {
  const [shownBefore, noteShown] = useDismissal('install_hint');
  const [shown, setShown] = useState(() => !shownBefore && installWay() !== null);
  useEffect(() => {
    if (shown) noteShown();
  }, [shown, noteShown]);
  if (!shown) return null;
  return (
    <div className={styles['offer']}>
      <InstallSteps onDismiss={() => setShown(false)} />
    </div>
  );
}
