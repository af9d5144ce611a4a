import { lazy, Suspense } from 'react';
import { closeSignup, type SignupIntent, useSignupIntent } from '#web/session/signup-intent.ts';

/** What the signup modal gets: why it opened, and how it closes (signupClosed or redirectedToLogin, docs/product.md 2). */
export interface SignupModalProps {
  intent: SignupIntent;
  onClose: () => void;
}

const SignupModal = lazy(() => import('#web/signup/signup-modal.tsx'));

/** Where the signup modal opens; its code comes on demand. */
export function SignupSlot() {
  const intent = useSignupIntent();
  if (!intent) return null;
  return (
    <Suspense>
      <SignupModal intent={intent} onClose={closeSignup} />
    </Suspense>
  );
}
