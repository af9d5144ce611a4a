import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sectionPath } from '#contract/membership/settings-sections.ts';
import type { SharedDate } from '#contract/safety/calls.ts';
import {
  checkInHours,
  DATE_DAYS_AHEAD,
  DATE_NOTE_LENGTH,
  DATE_PLACE_LENGTH,
  DATE_WHO_LENGTH,
} from '#contract/safety/date-limits.ts';
import { useTimeZone } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { datesQuery } from './use-dates.ts';
import { useIsReachable } from './use-is-reachable.ts';
import styles from './safety.module.css';

const USUAL_CHECK_IN = 3;

interface DateFormProps {
  /** The date to change; a new one without it. */
  date?: SharedDate;
  /** First name that a new date starts with. */
  who?: string;
  onDone?: () => void;
}

export function DateForm({ date, who = '', onDone }: DateFormProps) {
  const { t } = useTranslation('safety');
  const zone = useTimeZone();
  const isReachable = useIsReachable();
  const [hours, setHours] = useState(String(date ? (date.check_in_hours ?? '') : USUAL_CHECK_IN));
  const { save, faults, whenFault } = useSaveDate(date, onDone);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ form: new FormData(event.currentTarget), zone });
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {faults}
      <TextInput
        name="who"
        label={t('form.who')}
        hint={t('form.who_hint')}
        defaultValue={date?.who ?? who}
        maxLength={DATE_WHO_LENGTH}
        autoComplete="off"
        required
      />
      <TextInput
        type="datetime-local"
        name="starts_at"
        label={t('form.when')}
        error={whenFault && t('form.when_error', { days: DATE_DAYS_AHEAD })}
        defaultValue={date && localTime(date.starts_at, zone)}
        required
      />
      <TextInput
        name="place"
        label={t('form.where')}
        hint={t('form.optional')}
        defaultValue={date?.place}
        maxLength={DATE_PLACE_LENGTH}
        autoComplete="off"
      />
      <Textarea
        name="note"
        label={t('form.note')}
        hint={t('form.note_hint')}
        defaultValue={date?.note}
        rows={3}
        maxLength={DATE_NOTE_LENGTH}
      />
      <Select
        name="check_in_hours"
        label={t('form.check_in')}
        hint={t('form.check_in_hint')}
        value={hours}
        onChange={({ target }) => setHours(target.value)}
        options={[
          { value: '', label: t('form.check_in_never') },
          ...checkInHours.map((count) => ({
            value: String(count),
            label: t('form.check_in_after', { count }),
          })),
        ]}
      />
      {hours !== '' && !isReachable && (
        <Alert tone="warning" action={<Link to={sectionPath('preferences')}>{t('form.settings')}</Link>}>
          {t('form.unreachable')}
        </Alert>
      )}
      <div className={styles['ways']}>
        <Button type="submit" busy={save.isPending}>
          {t(date ? 'form.save' : 'form.create')}
        </Button>
        {onDone && (
          <Button look="quiet" onClick={onDone}>
            {t('form.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

function useSaveDate(date: SharedDate | undefined, onDone: (() => void) | undefined) {
  const { t } = useTranslation('safety');
  const { errorText, fieldTexts } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const save = useMutation({
    async mutationFn({ form, zone }: { form: FormData; zone: string }) {
      const body = bodyOf(form, zone);
      if (date) await api.call('changeSharedDate', { body: { id: date.id, ...body } });
      else await api.call('shareDate', { body: { client_id: clientId, ...body } });
    },
    async onSuccess() {
      setClientId(crypto.randomUUID());
      await queries.invalidateQueries({ queryKey: datesQuery.queryKey });
      if (date) toast('success', t('dates.saved'));
      onDone?.();
    },
  });
  const fields = save.error ? fieldTexts(save.error) : {};
  return {
    save,
    whenFault: 'starts_at' in fields,
    faults: save.error && !('starts_at' in fields) && (
      <Alert tone="error">{Object.values(fields)[0] ?? errorText(save.error)}</Alert>
    ),
  };
}

function bodyOf(form: FormData, time_zone: string) {
  const textOf = (name: string) => String(form.get(name) ?? '');
  const starts = new Date(textOf('starts_at'));
  const hours = textOf('check_in_hours');
  return {
    who: textOf('who'),
    place: textOf('place'),
    note: textOf('note'),
    // The server refuses the beginning of time, and says so at the field.
    starts_at: (Number.isNaN(starts.getTime()) ? new Date(0) : starts).toISOString(),
    time_zone,
    check_in_hours: hours === '' ? null : Number(hours),
  };
}

/** An instant as the value of a `datetime-local` field. Swedish writes dates in that form. */
const localTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(instant))
    .replace(' ', 'T');
