import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { subscribePush } from '#web/notifications/push.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { STEP_HEADING } from '#web/signup/steps.ts';
import { Button } from '#web/ui/button.tsx';
import { IconBell } from '#web/ui/icons.ts';
import { RoundIcon } from '#web/ui/round-icon.tsx';
import styles from './after.module.css';

export function StepPush({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('signup');
  const api = useApi();
  const settings = useSettings();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: () => subscribePush(api, settings),
    retry: false,
    onSettled() {
      void queries.invalidateQueries({ queryKey: ['user'] });
      onDone();
    },
  });
  return (
    <div className={styles['after']}>
      <RoundIcon>
        <IconBell size={34} stroke={1.6} />
      </RoundIcon>
      <h1 tabIndex={-1} id={STEP_HEADING}>
        <Trans t={t} i18nKey="push.heading" components={{ em: <em /> }} />
      </h1>
      <p>{t('push.text')}</p>
      <div className={styles['actions']}>
        <Button size="l" busy={ask.isPending} onClick={() => ask.mutate()}>
          {t('push.yes')}
        </Button>
        <Button look="quiet" size="l" onClick={onDone}>
          {t('push.no')}
        </Button>
      </div>
    </div>
  );
}
