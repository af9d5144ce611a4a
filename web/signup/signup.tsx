import { useLayoutEffect } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { redirect, useNavigate, useSearchParams } from 'react-router';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';
import { intentFrom } from '#web/session/signup-intent.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { PageHead } from '#web/ui/page.tsx';
import { Closed, useSignupsOpen } from './closed.tsx';
import { Flow } from './flow.tsx';
import { isStep, type Step } from './steps.ts';
import styles from './signup.module.css';

/** A member has nothing to do here but the last two steps. */
const load: ScreenLoad = ({ user, url }) => (user && !['push', 'confirm'].includes(url.searchParams.get('step') ?? '') ? redirect('/members') : null);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
/** The first step is whole as the server writes it; what an address chose before, and the later steps, need the app at once. */
export const handle = {
  i18n: ['signup'],
  deferScripts: ({ isVisitor, query }) => isVisitor && !query.has('step') && Object.keys(intentFrom(query)).length === 0,
} satisfies DeferredHandle & { i18n: string[] };

/** Signup as a page, a step an address: back and forward work as everywhere on a phone. */
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
  // A new step begins at its top.
  useLayoutEffect(() => {
    if (asked) window.scrollTo({ top: 0 });
  }, [asked]);
  return (
    <>
      <PageHead title={t('title')} description={t('description')} isPublic />
      <div className={styles['page']}>
        {open ? <Flow intent={intentFrom(query)} step={step} goTo={goTo} onDone={(path) => void navigate(path)} /> : <Closed />}
      </div>
    </>
  );
}
