import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgeCheck } from '#contract/age-checks/calls.ts';
import { AGE_APPEAL_LENGTH } from '#contract/age-checks/lists.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from './age-check.module.css';

/** Asks for a second decision on a refusal by the office. */
export function AgeAppeal({ onState }: { onState: (state: AgeCheck) => void }) {
  const { t } = useTranslation('age_check');
  const { errorText } = useErrorText();
  const api = useApi();
  const [text, setText] = useState('');
  const appeal = useMutation({
    mutationFn: () => api.call('appealAgeCheck', { body: { ...(text.trim() && { text: text.trim() }) } }),
    onSuccess: onState,
  });
  return (
    <Card className={styles['appeal']} title={t('appeal.title')}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          appeal.mutate();
        }}
      >
        <p>{t('appeal.text')}</p>
        {appeal.error && <Alert tone="error" title={errorText(appeal.error)} />}
        <Textarea
          label={t('appeal.field')}
          rows={3}
          maxLength={AGE_APPEAL_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="secondary" busy={appeal.isPending}>
          {t('appeal.send')}
        </Button>
      </form>
    </Card>
  );
}
