import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Checkbox } from '#web/ui/field.tsx';
import styles from './security.module.css';

export function KeepFactors() {
  const { t } = useTranslation('security');
  const { day } = useFormats();
  const { data } = useQuery(callQuery('security'));
  if (!data || (data.passkeys.length === 0 && !data.totp)) return null;
  return (
    <fieldset className={styles['keep']}>
      <legend>{t('keep.title')}</legend>
      <p className={styles['note']}>{t('keep.text')}</p>
      {data.passkeys.map(({ id, name, created_at: added }) => (
        <Checkbox key={id} name="keep" value={id} label={t('keep.passkey', { name, day: day(added) })} />
      ))}
      {data.totp && <Checkbox name="keep" value="totp" label={t('app.title')} />}
    </fieldset>
  );
}
