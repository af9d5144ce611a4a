// oxlint-disable-next-line no-restricted-imports -- without a step there is no signup, so the error page shows instead
import { type FormEvent, lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { NeedsScript } from '#web/login/needs-script.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import type { SignupIntent } from '#web/session/signup-intent.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { IconArrowRight, IconChevronLeft, IconX } from '#web/ui/icons.ts';
import { beginDraft } from './draft.ts';
import { usePhotoDraft } from './photo-draft.ts';
import { Preview } from './preview.tsx';
import { formSteps, type FormStep, type Step, STEP_HEADING } from './steps.ts';
import { StepMessage } from './steps/step-message.tsx';
import { useSignup } from './use-signup.ts';
import styles from './flow.module.css';

export interface FlowProps {
  intent: SignupIntent;
  step: Step;
  goTo(step: Step): void;
  /** Closes signup before it is finished (signupClosed). Absent on the page, which has its own navigation. */
  onClose?: () => void;
  onDone(path: string): void;
  /** Opens the login page for a visitor who has an account (redirectedToLogin). */
  onLogin?: () => void;
}

const laterSteps = () => import('./steps/later-steps.ts');

const StepPush = lazy(async () => ({ default: (await laterSteps()).StepPush }));
const StepConfirm = lazy(async () => ({ default: (await laterSteps()).StepConfirm }));
const screens = {
  message: StepMessage,
  photo: lazy(async () => ({ default: (await laterSteps()).StepPhoto })),
  location: lazy(async () => ({ default: (await laterSteps()).StepLocation })),
  personal: lazy(async () => ({ default: (await laterSteps()).StepPersonal })),
  about: lazy(async () => ({ default: (await laterSteps()).StepAbout })),
};

export function SignupFlow(props: FlowProps) {
  const { intent, step, goTo, onDone } = props;
  useIntent(intent);
  useStepFocus(step);
  const sending = useSignup(goTo);
  useEffect(() => {
    // The visitor fills in the first step meanwhile. If it fails, going to the next step loads it again.
    laterSteps().catch(() => {});
  }, []);
  if (step === 'push')
    return (
      <Frame {...props} after>
        <Suspense>
          <StepPush onDone={() => goTo('confirm')} />
        </Suspense>
      </Frame>
    );
  if (step === 'confirm')
    return (
      <Frame {...props} after>
        <Suspense>
          <StepConfirm
            onDone={() =>
              onDone(
                intent.profile && intent.act !== 'photos' ? `/members/${intent.profile}` : '/signup-matches',
              )
            }
          />
        </Suspense>
      </Frame>
    );
  return (
    <Frame {...props}>
      <FormSteps key={step} {...props} step={step} sending={sending} />
    </Frame>
  );
}

function FormSteps({
  intent,
  step,
  goTo,
  sending: { signUp, isChecking },
  onLogin,
}: FlowProps & { step: FormStep; sending: ReturnType<typeof useSignup> }) {
  const { t } = useTranslation('signup');
  const { errorText } = useErrorText();
  const pass = useRef<() => boolean>(() => true);
  const form = useRef<HTMLFormElement>(null);
  const place = formSteps.indexOf(step);
  const previous = formSteps[place - 1];
  const following = formSteps[place + 1];
  const Screen = screens[step];

  const next = (event: FormEvent) => {
    event.preventDefault();
    let right = true;
    // Synchronous, because a frame later the visitor may already be typing in the invalid field.
    flushSync(() => void (right = pass.current()));
    if (!right) {
      const wrong = form.current?.querySelector<HTMLElement>(
        '[aria-invalid]:not(fieldset), fieldset[aria-invalid] input',
      );
      wrong?.focus({ preventScroll: true });
      // Centre the field, so that its error message below it is not covered by the bar at the bottom.
      wrong?.closest('[data-field]')?.scrollIntoView({ block: 'center' });
      return;
    }
    if (following) goTo(following);
    else signUp.mutate();
  };
  const heading = step === 'message' && intent.act ? `act.${intent.act}` : `${step}.heading`;
  return (
    <NeedsScript>
      <form
        ref={form}
        onSubmit={next}
        // The server's last answer may not apply to the changed form.
        onInput={() => signUp.error && signUp.reset()}
        className={styles['form']}
        noValidate
        data-waits-for-app="draft"
      >
        <header className={styles['head']}>
          <h1 tabIndex={-1} id={STEP_HEADING}>
            <Trans
              t={t}
              i18nKey={heading}
              values={{ name: intent.name ?? t('someone') }}
              components={{ em: <em /> }}
            />
          </h1>
          <p>{t(`${step}.lead`)}</p>
        </header>
        {signUp.error && <Alert tone="error" title={errorText(signUp.error)} />}
        <div className={styles['fields']}>
          <Suspense>
            <Screen intent={intent} register={(check) => void (pass.current = check)} />
          </Suspense>
        </div>
        <StepFoot
          step={step}
          busy={signUp.isPending}
          isChecking={isChecking}
          onBack={previous && (() => goTo(previous))}
          onLogin={onLogin}
        />
      </form>
    </NeedsScript>
  );
}

interface StepFootProps {
  step: FormStep;
  busy: boolean;
  isChecking: boolean;
  onBack: (() => void) | undefined;
  onLogin: FlowProps['onLogin'];
}

function StepFoot({ step, busy, isChecking, onBack, onLogin }: StepFootProps) {
  const { t } = useTranslation('signup');
  const photo = usePhotoDraft();
  const isLast = step === formSteps.at(-1);
  const skips = step === 'photo' && photo === null;
  return (
    <footer className={styles['foot']}>
      <p role="status" className={styles['checking']}>
        {isChecking && t('checking')}
      </p>
      {onBack ? (
        <Button look="quiet" onClick={onBack} icon={<IconChevronLeft size={20} />}>
          {t('back')}
        </Button>
      ) : (
        <p className={styles['login']}>
          {t('have_account')}{' '}
          <Link to="/login" onClick={onLogin}>
            {t('log_in')}
          </Link>
        </p>
      )}
      <Button
        type="submit"
        size="l"
        look={skips ? 'secondary' : 'primary'}
        busy={busy}
        className={styles['next']}
      >
        {isLast ? t('create') : skips ? t('skip') : t('next')}
        {!isLast && <IconArrowRight size={20} aria-hidden="true" />}
      </Button>
    </footer>
  );
}

function Frame({
  step,
  intent,
  onClose,
  after,
  children,
}: FlowProps & { after?: boolean; children: React.ReactNode }) {
  const { t } = useTranslation('signup');
  const place = formSteps.indexOf(step as FormStep);
  return (
    <div className={styles['flow']}>
      <div className={styles['aside']}>
        <Preview step={step} intent={intent} />
      </div>
      <div className={styles['main']}>
        <div className={styles['top']}>
          {after ? (
            <span />
          ) : (
            <div
              className={styles['progress']}
              role="progressbar"
              aria-label={t('progress')}
              aria-valuemin={1}
              aria-valuemax={formSteps.length}
              aria-valuenow={place + 1}
              aria-valuetext={t('step', { step: place + 1, steps: formSteps.length })}
            >
              {formSteps.map((name, index) => (
                <span key={name} className={index <= place ? styles['reached'] : undefined} />
              ))}
            </div>
          )}
          {onClose && (
            <IconButton label={t('later')} onClick={onClose} size="s">
              <IconX size={20} />
            </IconButton>
          )}
        </div>
        {children}
      </div>
    </div>
  );
}

/**
 * Focuses the heading of a new step so that screen readers announce it. This runs before paint, so that it
 * cannot interrupt typing.
 */
function useStepFocus(step: Step) {
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    document.getElementById(STEP_HEADING)?.focus();
  }, [step]);
}

function useIntent(intent: SignupIntent) {
  const [query] = useSearchParams();
  const invite = query.get('invite') ?? undefined;
  const take = useEffectEvent(() => {
    const { act: _act, name: _name, ...chosen } = intent;
    const known = { ...chosen, ...(invite && { invite }) };
    if (Object.keys(known).length > 0) beginDraft(known);
  });
  // Choices from a URL or form are applied only once.
  const chosen = JSON.stringify(intent);
  useEffect(() => {
    take();
  }, [chosen, invite]);
}
