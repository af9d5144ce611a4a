import { useEffect, useRef } from 'react';
import { useKeys } from '#office/pieces/use-keys.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './refusal-reasons.module.css';

interface RefusalReasonsProps<R extends string> {
  reasons: readonly R[];
  text: (reason: R) => string;
  onChoose: (reason: R) => void;
  onBack: () => void;
}

/** The keys of a refusal's second step: digits choose a reason, Escape goes back. */
export function useReasonKeys<R extends string>({
  reasons,
  onChoose,
  onBack,
}: Pick<RefusalReasonsProps<R>, 'reasons' | 'onChoose' | 'onBack'>) {
  useKeys((key) => {
    const reason = reasons[Number(key) - 1];
    if (reason) onChoose(reason);
    else if (key === 'Escape') onBack();
  });
}

/** The second step of a refusal. The member reads the chosen reason. */
export function RefusalReasons<R extends string>(props: RefusalReasonsProps<R>) {
  const { reasons, text, onChoose, onBack } = props;
  const { t } = useTranslation(['office/moderation', 'common']);
  useReasonKeys(props);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div ref={list} className={styles['reasons']} role="group" aria-label={t('office/moderation:review.why')}>
      <strong>{t('office/moderation:review.why')}</strong>
      {reasons.map((reason, i) => (
        <button key={reason} type="button" aria-keyshortcuts={String(i + 1)} onClick={() => onChoose(reason)}>
          <kbd>{i + 1}</kbd> {text(reason)}
        </button>
      ))}
      <Button look="quiet" onClick={onBack}>
        {t('common:cancel')} <kbd>Esc</kbd>
      </Button>
    </div>
  );
}
