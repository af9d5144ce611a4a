import { startTransition, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import type { SignupIntent } from '#web/session/signup-intent.ts';
import { Modal } from '#web/ui/modal.tsx';
import { SignupClosed, useSignupsOpen } from './closed.tsx';
import { reachedStep, rememberStep } from './draft.ts';
import { SignupFlow } from './flow.tsx';
import type { Step } from './steps.ts';
import styles from './signup-modal.module.css';

interface SignupModalProps {
  intent: SignupIntent;
  onClose: () => void;
}

/**
 * Signup on a desktop. Neither the backdrop nor Escape closes it (docs/product.md 2.2). Its close button and
 * the link to the login page do, and both retain the draft.
 */
export default function SignupModal({ intent, onClose }: SignupModalProps) {
  const { t } = useTranslation('signup');
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(reachedStep);
  const open = useSignupsOpen();
  const after = step === 'push' || step === 'confirm';
  const goTo = (next: Step) => {
    rememberStep(next);
    // The present step stays until the code of the next one has arrived.
    startTransition(() => setStep(next));
  };
  return (
    <Modal open onClose={onClose} title={t('title')} hideTitle size="l" locked={open}>
      <div className={styles['inside']}>
        {open || after ? (
          <SignupFlow
            intent={intent}
            step={step}
            goTo={goTo}
            onClose={after ? undefined : onClose}
            onDone={(path) => void navigate(path, { replace: true })}
          />
        ) : (
          <SignupClosed />
        )}
      </div>
    </Modal>
  );
}
