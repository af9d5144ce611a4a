import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useRouteName } from '#web/layout/route-name.ts';
import { useDismissal } from '#web/session/dismissals.ts';
import { useUser } from '#web/session/use-session.ts';
import { useTimeBonus } from './use-time-bonus.ts';

const TimeBonusModal = lazy(() => import('./time-bonus-modal.tsx'));

/** Milliseconds in the members' area before the modal appears (docs/product.md 9). */
const modalAfter = 40_000;
const membersArea = ['members', 'members-id', 'chats', 'likes', 'likes-m-id', 'premium'];

/** Opens the modal after 40 seconds in the members' area, with no credits, once, unless it was dismissed (docs/product.md 9). */
export function TimeBonusReminder() {
  const { i18n } = useTranslation();
  const user = useUser();
  const name = useRouteName();
  const bonus = useTimeBonus();
  const [dismissed, dismiss] = useDismissal('time_bonus_modal');
  const [due, setDue] = useState(false);
  const inside = membersArea.includes(name) && user !== null && user.credits === 0 && !dismissed;
  useEffect(() => {
    if (!inside) return;
    const timer = setTimeout(() => setDue(true), modalAfter);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [inside]);
  if (!inside || !due || !bonus) return null;
  return (
    <Suspense fallback={null}>
      <TimeBonusModal key={i18n.language} bonus={bonus} onClose={dismiss} />
    </Suspense>
  );
}
