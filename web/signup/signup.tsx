import { useLayoutEffect } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';
import { useNavigate, useSearchParams } from '#web/router/hooks.ts';
import { redirect } from '#web/router/redirect.ts';
import { readSignupIntent } from '#web/session/read-signup-intent.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { PageHead } from '#web/ui/page.tsx';
import { SignupClosed, useSignupsOpen } from './closed.tsx';
import { SignupFlow } from './flow.tsx';
import { isStep, type Step } from './steps.ts';
import styles from './signup.module.css';

export const load: ScreenLoad = ({ user, url }) =>
  user && !['push', 'confirm'].includes(url.searchParams.get('step') ?? '') ? redirect('/members') : null;
/**
 * The first step works as rendered by the server. Later steps, and URLs with choices, need the app at once.
 */
export const handle = {
  i18n: ['signup'],
  deferScripts: ({ isVisitor, query }) =>
    isVisitor && !query.has('step') && Object.keys(readSignupIntent(query)).length === 0,
} satisfies DeferredHandle & { i18n: string[] };

/** Signup as a page with one URL per step, so that Back and Forward work. */
export default function Signup() {
  const { t } = useTranslation('signup');
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const open = useSignupsOpen();
  const asked = query.get('step');
  const step: Step = isStep(asked) ? asked : 'message';
  const goTo = (next: Step) => {
    const after = next === 'push' || next === 'confirm';
    setQuery(
      (before) => {
        const changed = new URLSearchParams(before);
        changed.set('step', next);
        return changed;
      },
      { replace: after, preventScrollReset: true },
    );
  };
  useLayoutEffect(() => {
    if (asked) window.scrollTo({ top: 0 });
  }, [asked]);
  return (
    <>
      <PageHead title={t('title')} description={t('description')} isPublic />
      <div className={styles['page']}>
        {open ? (
          <SignupFlow
            intent={readSignupIntent(query)}
            step={step}
            goTo={goTo}
            onDone={(path) => void navigate(path)}
          />
        ) : (
          <SignupClosed />
        )}
      </div>
    </>
  );
}
