import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from 'react-router';
import type { SignupIntent } from '#web/session/signup-intent.ts';
import { Modal } from '#web/ui/modal.tsx';
import { Closed, useSignupsOpen } from './closed.tsx';
import { Flow } from './flow.tsx';
import { reachedStep, rememberStep } from './draft.ts';
import type { Step } from './steps.ts';
import styles from './signup-modal.module.css';

/** Why it opened, and how it closes (signupClosed or redirectedToLogin, docs/product.md 2). */
interface SignupModalProps {
  intent: SignupIntent;
  onClose: () => void;
}

/**
 * Signup on a desktop: large, and neither the backdrop nor Escape closes it while signup is in progress (docs/product.md 2).
 * Its own cross does, and keeps what was typed; so does going to the log-in page.
 */
export default function SignupModal({ intent, onClose }: SignupModalProps) {
  const { t } = useTranslation('signup');
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(reachedStep);
  const open = useSignupsOpen();
  const after = step === 'push' || step === 'confirm';
  const goTo = (next: Step) => {
    rememberStep(next);
    setStep(next);
  };
  return (
    <Modal open onClose={onClose} title={t('title')} hideTitle size="l" locked={open}>
      <div className={styles['inside']}>
        {open || after ? (
          <Flow intent={intent} step={step} goTo={goTo} onClose={after ? undefined : onClose} onDone={(path) => void navigate(path, { replace: true })} />
        ) : (
          <Closed />
        )}
      </div>
    </Modal>
  );
}
