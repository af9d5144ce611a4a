import { lazy, Suspense, useEffect } from 'react';
import { useCloseSignup, useSignupIntent } from '#web/session/signup-intent.ts';
import { useUser } from '#web/session/use-session.ts';

const loadModal = () => import('#web/signup/signup-modal.tsx');
const SignupModal = lazy(loadModal);

/** Where the signup modal opens. Its code comes on intent, so that it opens at once: when something that leads to it is hovered, focused or touched. */
export function SignupSlot() {
  const intent = useSignupIntent();
  const close = useCloseSignup();
  const user = useUser();
  useEffect(() => {
    if (user) return;
    const hear = (event: Event) => {
      if (!(event.target as Element).closest?.('[data-opens-signup]')) return;
      stop();
      // A failure is met again, and told, when the modal opens.
      loadModal().catch(() => {});
    };
    const acts = ['pointerover', 'pointerdown', 'focusin'] as const;
    const stop = () => acts.forEach((act) => removeEventListener(act, hear));
    acts.forEach((act) => addEventListener(act, hear, { passive: true }));
    // The pointer that started the app may rest there already.
    const rests = document.querySelector('[data-opens-signup]:is(:hover, :focus-within)');
    if (rests) loadModal().catch(() => {});
    return stop;
  }, [user]);
  if (!intent) return null;
  return (
    <Suspense>
      <SignupModal intent={intent} onClose={close} />
    </Suspense>
  );
}
