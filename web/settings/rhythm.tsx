import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { mailRhythms, type NotificationRhythm } from '#contract/rules/notification-rules.ts';
import { useTimeZone } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup, Select, Switch, TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './rhythm.module.css';

export const rhythmQuery = callQuery('notificationRhythm');

/** Quiet hours, and how often news comes by mail (docs/product.md 3.11). */
export function Rhythm() {
  const { data } = useQuery(rhythmQuery);
  return data && <RhythmForm saved={data} />;
}

/** What the list of settings says about them. */
export function useRhythmValue(): string | null {
  const { t } = useTranslation('rhythm');
  const { data: rhythm } = useQuery(rhythmQuery);
  if (!rhythm) return null;
  const { quiet_from: from, quiet_until: until, mail_rhythm: mails } = rhythm;
  return [from !== until && `${from}–${until}`, mails !== 'at_once' && t(`mails.${mails}`)]
    .filter((part) => part !== false)
    .join(' · ');
}

type Change = (part: Partial<NotificationRhythm>) => void;
interface PartProps {
  rhythm: NotificationRhythm;
  errors: Record<string, string | undefined>;
  onChange: Change;
}

function RhythmForm({ saved }: { saved: NotificationRhythm }) {
  const { t } = useTranslation('common');
  const { errorText, fieldTexts } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const [rhythm, setRhythm] = useState(saved);
  const save = useMutation({
    mutationFn: () => api.call('changeNotificationRhythm', { body: rhythm }),
    onSuccess(reply) {
      queries.setQueryData(rhythmQuery.queryKey, reply);
      setRhythm(reply);
      toast('success', t('saved'));
    },
  });
  const errors = fieldTexts(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const part = {
    rhythm,
    errors,
    onChange: (some: Partial<NotificationRhythm>) => setRhythm({ ...rhythm, ...some }),
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <QuietHours {...part} />
      <NewsMails {...part} />
      {save.isError && Object.keys(errors).length === 0 && (
        <Alert tone="error">{errorText(save.error)}</Alert>
      )}
      <Button type="submit" busy={save.isPending}>
        {t('save')}
      </Button>
    </form>
  );
}

function QuietHours({ rhythm, errors, onChange }: PartProps) {
  const { t } = useTranslation('rhythm');
  const zone = useTimeZone();
  return (
    <Card>
      <h2>{t('quiet.title')}</h2>
      <p className={styles['lead']}>
        {t('quiet.lead', { zone: zone.replaceAll('_', ' ') })} {t('quiet.none')}
      </p>
      <div className={styles['pair']}>
        {(['from', 'until'] as const).map((end) => (
          <TextInput
            key={end}
            type="time"
            label={t(`quiet.${end}`)}
            value={rhythm[`quiet_${end}`]}
            error={errors[`quiet_${end}`]}
            onChange={({ target }) => onChange({ [`quiet_${end}`]: target.value })}
          />
        ))}
      </div>
      {(['mail', 'push'] as const).map((channel) => (
        <Switch
          key={channel}
          label={t(`quiet.${channel}`)}
          hint={t(`quiet.${channel}_text`)}
          checked={rhythm[`quiet_${channel}`]}
          onChange={({ target }) => onChange({ [`quiet_${channel}`]: target.checked })}
        />
      ))}
    </Card>
  );
}

function NewsMails({ rhythm, errors, onChange }: PartProps) {
  const { t } = useTranslation('rhythm');
  const days = useWeekdays();
  const { mail_rhythm, mail_time, mail_day } = rhythm;
  return (
    <Card>
      <h2>{t('mails.title')}</h2>
      <p className={styles['lead']}>{t('mails.lead')}</p>
      <RadioGroup
        label={t('mails.label')}
        name="mail_rhythm"
        value={mail_rhythm}
        options={mailRhythms.map((value) => ({ value, label: t(`mails.${value}`) }))}
        onChange={(value) =>
          onChange({ mail_rhythm: mailRhythms.find((one) => one === value) ?? mail_rhythm })
        }
      />
      {mail_rhythm !== 'at_once' && (
        <>
          <p className={styles['lead']}>{t('mails.text')}</p>
          <div className={styles['pair']}>
            {mail_rhythm === 'weekly' && (
              <Select
                label={t('mails.day')}
                options={days}
                value={String(mail_day)}
                onChange={({ target }) => onChange({ mail_day: Number(target.value) })}
              />
            )}
            <TextInput
              type="time"
              label={t('mails.time')}
              value={mail_time}
              error={errors['mail_time']}
              onChange={({ target }) => onChange({ mail_time: target.value })}
            />
          </div>
        </>
      )}
    </Card>
  );
}

/** The days of the week in the member's language, Monday first. */
function useWeekdays() {
  const { format } = new Intl.DateTimeFormat(useLocale(), { weekday: 'long', timeZone: 'UTC' });
  // 5 January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, index) => ({
    value: String(index + 1),
    label: format(Date.UTC(1970, 0, 5 + index)),
  }));
}
