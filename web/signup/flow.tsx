import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '#web/api.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import type { SignupIntent } from '#web/session/signup-intent.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { knownSource } from '#web/session/traffic-source.ts';
import { beginSession, useApi, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { IconArrowRight, IconChevronLeft, IconX } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toasts.tsx';
import { canAskPush } from '#web/notifications/push.ts';
import { beginDraft, changeDraft, forgetDraft, refuseDraft, useDraft } from './draft.ts';
import { dropPhoto, usePhotoDraft } from './photo-draft.ts';
import { Preview } from './preview.tsx';
import { signupBody } from './signup-body.ts';
import { StepAbout } from './steps/step-about.tsx';
import { StepConfirm } from './steps/step-confirm.tsx';
import { StepLocation } from './steps/step-location.tsx';
import { StepMessage } from './steps/step-message.tsx';
import { StepPersonal } from './steps/step-personal.tsx';
import { StepPhoto } from './steps/step-photo.tsx';
import { StepPush } from './steps/step-push.tsx';
import { formSteps, type FormStep, type Step, STEP_HEADING, stepOf } from './steps.ts';
import styles from './flow.module.css';

export interface FlowProps {
  intent: SignupIntent;
  step: Step;
  goTo(step: Step): void;
  /** Leaves signup without finishing (signupClosed); absent on the page, which one leaves by its navigation. */
  onClose?: () => void;
  /** After the last step. */
  onDone(path: string): void;
  /** Somebody who has an account goes to the log-in page (redirectedToLogin). */
  onLogin?: () => void;
}

const screens = { message: StepMessage, photo: StepPhoto, location: StepLocation, personal: StepPersonal, about: StepAbout };

/** Signup in its steps (docs/product.md 2), the same in the modal and on the page. */
export function Flow(props: FlowProps) {
  const { intent, step, goTo, onDone } = props;
  useIntent(intent);
  useStepFocus(step);
  const signUp = useSignup(goTo);
  if (step === 'push')
    return (
      <Frame {...props} after>
        <StepPush onDone={() => goTo('confirm')} />
      </Frame>
    );
  if (step === 'confirm')
    return (
      <Frame {...props} after>
        <StepConfirm onDone={() => onDone(intent.profile && intent.act !== 'photos' ? `/members/${intent.profile}` : '/signup-matches')} />
      </Frame>
    );
  return (
    <Frame {...props}>
      <FormSteps key={step} {...props} step={step} signUp={signUp} />
    </Frame>
  );
}

function FormSteps({ intent, step, goTo, signUp, onLogin }: FlowProps & { step: FormStep; signUp: ReturnType<typeof useSignup> }) {
  const { t } = useTranslation('signup');
  const { errorText } = useErrorText();
  const pass = useRef<() => boolean>(() => true);
  const form = useRef<HTMLFormElement>(null);
  const photo = usePhotoDraft();
  const place = formSteps.indexOf(step);
  const last = place === formSteps.length - 1;
  const Screen = screens[step];
  const skips = step === 'photo' && photo === null;

  const next = (event: FormEvent) => {
    event.preventDefault();
    let right = true;
    // At once, not a frame later: by then somebody may be typing in the field that was wrong.
    flushSync(() => void (right = pass.current()));
    if (!right) {
      form.current?.querySelector<HTMLElement>('[aria-invalid]:not(fieldset), fieldset[aria-invalid] input')?.focus();
      return;
    }
    if (last) signUp.mutate();
    else goTo(formSteps[place + 1]!);
  };
  const heading = step === 'message' && intent.act ? `act.${intent.act}` : `${step}.heading`;
  return (
    <form ref={form} onSubmit={next} className={styles['form']} noValidate data-waits-for-app="draft">
      <header className={styles['head']}>
        <h1 tabIndex={-1} id={STEP_HEADING}>
          <Trans t={t} i18nKey={heading} values={{ name: intent.name ?? t('someone') }} components={{ em: <em /> }} />
        </h1>
        <p>{t(`${step}.lead`)}</p>
      </header>
      {signUp.error && <Alert tone="error" title={errorText(signUp.error)} />}
      <div className={styles['fields']}>
        <Screen intent={intent} register={(check) => void (pass.current = check)} />
      </div>
      <footer className={styles['foot']}>
        {place > 0 && (
          <Button look="quiet" onClick={() => goTo(formSteps[place - 1]!)} icon={<IconChevronLeft size={20} />}>
            {t('back')}
          </Button>
        )}
        {place === 0 && (
          <p className={styles['login']}>
            {t('have_account')}{' '}
            <Link to="/login" onClick={onLogin}>
              {t('log_in')}
            </Link>
          </p>
        )}
        <Button type="submit" size="l" look={skips ? 'secondary' : 'primary'} busy={signUp.isPending} className={styles['next']}>
          {last ? t('create') : skips ? t('skip') : t('next')}
          {!last && <IconArrowRight size={20} aria-hidden="true" />}
        </Button>
      </footer>
    </form>
  );
}

function Frame({ step, intent, onClose, after, children }: FlowProps & { after?: boolean; children: React.ReactNode }) {
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

/** A new step is read out, and the keyboard goes on from its heading. Before anybody sees it: nobody's typing is interrupted. */
function useStepFocus(step: Step) {
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    document.getElementById(STEP_HEADING)?.focus();
  }, [step]);
}

/** Takes over what the visitor chose before signup opened: genders, whom it was about, an invitation. */
function useIntent(intent: SignupIntent) {
  const [query] = useSearchParams();
  const invite = query.get('invite') ?? undefined;
  const take = useEffectEvent(() => {
    const { act: _act, name: _name, ...chosen } = intent;
    const known = { ...chosen, ...(invite && { invite }) };
    if (Object.keys(known).length > 0) beginDraft(known);
  });
  // What an address or a form chose is taken once; typing goes on from there.
  const chosen = JSON.stringify(intent);
  useEffect(() => {
    take();
  }, [chosen, invite]);
}

/** Sends the form; then the photo follows in the new account. A field the server refuses leads back to its step. */
function useSignup(goTo: (step: Step) => void) {
  const { t } = useTranslation('signup');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const settings = useSettings();
  const locale = useLocale();
  const { draft, password } = useDraft();
  const photo = usePhotoDraft();
  return useMutation({
    mutationFn() {
      const client_id = draft.client_id ?? crypto.randomUUID();
      if (!draft.client_id) changeDraft({ client_id });
      return api.call('signup', { body: signupBody({ ...draft, client_id }, password, locale, settings, knownSource()) });
    },
    onSuccess(user) {
      const form = new FormData();
      if (photo) form.set('file', photo.file, photo.name);
      beginSession(queries, user);
      goTo(canAskPush(settings) ? 'push' : 'confirm');
      forgetDraft();
      dropPhoto();
      if (!photo) return;
      api.call('addPhoto', { body: form }).then(
        () => queries.invalidateQueries({ queryKey: ['user'] }),
        (error: unknown) => toast('error', t('photo.not_added', { reason: errorText(error) })),
      );
    },
    onError(error) {
      if (!(error instanceof ApiError)) return;
      const field = Object.keys(error.fields).find((name) => stepOf[name]);
      if (!field) return;
      refuseDraft(error.fields);
      goTo(stepOf[field]!);
    },
  });
}
