import { useEffect } from 'react';
import { closestToTarget } from '#web/page/closest.ts';
import { useCloseSignup, useSignupIntent } from '#web/session/signup-intent.ts';
import { useUser } from '#web/session/use-session.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';

const loadModal = () => import('#web/signup/signup-modal.tsx');
const SignupModal = lazyDialog(loadModal);

export function SignupSlot() {
  const intent = useSignupIntent();
  const close = useCloseSignup();
  const user = useUser();
  useEffect(() => {
    if (user) return;
    const preload = (event: Event) => {
      if (!closestToTarget(event, '[data-opens-signup]')) return;
      stop();
      // On failure, opening the modal tries again and reports the error.
      loadModal().catch(() => {});
    };
    const acts = ['pointerover', 'pointerdown', 'focusin'] as const;
    const stop = () => acts.forEach((act) => removeEventListener(act, preload));
    acts.forEach((act) => addEventListener(act, preload, { passive: true }));
    // Scripts start on the first pointer movement, so the pointer may already be on such a control.
    const rests = document.querySelector('[data-opens-signup]:is(:hover, :focus-within)');
    if (rests) loadModal().catch(() => {});
    return stop;
  }, [user]);
  return intent && <SignupModal intent={intent} onClose={close} />;
}
