import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { isWriting } from '#web/page/is-writing.ts';
import { useRouteName } from '#web/router/hooks.ts';
import { useDismissal } from '#web/session/dismissals.ts';
import { useUser } from '#web/session/use-session.ts';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { useTimeBonus } from './use-time-bonus.ts';

const TimeBonusModal = lazyPart(() => import('./time-bonus-modal.tsx'));

/** Milliseconds in the members' area before the modal appears (docs/product.md 9.1). */
const modalAfter = 40_000;
const LOOK_AGAIN_MS = 3000;
const membersArea = ['members', 'members-id', 'chats', 'likes', 'likes-m-id', 'premium'];

/**
 * Opens the modal once after 40 seconds in the members' area, for a member without credits, unless dismissed
 * (docs/product.md 9.1).
 */
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
    let timer = setTimeout(function offer() {
      // The offer must not interrupt the tour, a dialog or typing.
      if (isWriting() || document.querySelector('dialog[open], [data-tour]'))
        timer = setTimeout(offer, LOOK_AGAIN_MS);
      else setDue(true);
    }, modalAfter);
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
