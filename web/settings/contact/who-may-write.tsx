import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { contactOutcomes } from '#contract/lists/contact-outcomes.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import { SETTINGS_PATH } from '#contract/membership/settings-sections.ts';
import type { ContactConditions, ContactConditionsReply } from '#contract/visibility.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { RadioGroup, Select, Switch, Textarea, TextInput } from '#web/ui/field.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { SectionHead } from '#web/ui/sections/sections.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './who-may-write.module.css';

const conditionsQuery = callQuery('contactConditions');

export const load: ScreenLoad = ({ ensure, requireUser }) => {
  requireUser();
  return ensure(conditionsQuery);
};
export const handle = { i18n: ['contact'] };

/** The member's conditions for first messages and likes (docs/product.md 6.9). */
export default function WhoMayWrite() {
  const { t } = useTranslation(['contact', 'common']);
  const { data } = useQuery(conditionsQuery);
  return (
    <Page title={t('title')} heading={null}>
      <SectionHead home={SETTINGS_PATH} title={t('common:nav.settings')} heading={t('title')} />
      <div className={styles['column']}>
        <p className={styles['lead']}>{t('lead')}</p>
        {data && <ConditionsForm saved={data} />}
      </div>
    </Page>
  );
}

const AGES = Array.from({ length: 82 }, (_, index) => String(18 + index));

function ConditionsForm({ saved }: { saved: ContactConditionsReply }) {
  const { t } = useTranslation(['contact', 'common']);
  const { errorText, fieldTexts } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const { reaches_nobody: _, ...before } = saved;
  const [conditions, setConditions] = useState<ContactConditions>(before);
  const [words, setWords] = useState(saved.hidden_words.join('\n'));
  const change = (part: Partial<ContactConditions>) => setConditions((known) => ({ ...known, ...part }));
  const save = useMutation({
    mutationFn: () =>
      api.call('changeContactConditions', { body: { ...conditions, hidden_words: linesOf(words) } }),
    onSuccess(reply) {
      queries.setQueryData(conditionsQuery.queryKey, reply);
      setWords(reply.hidden_words.join('\n'));
      toast('success', t('common:saved'));
    },
  });
  const errors = fieldTexts(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={styles['column']} onSubmit={submit} noValidate>
      <Card>
        <Switch
          label={t('paused.label')}
          hint={t('paused.text')}
          checked={conditions.paused}
          onChange={(event) => change({ paused: event.target.checked })}
        />
      </Card>
      <Card>
        <h2>{t('from')}</h2>
        {(['verified', 'photo', 'premium'] as const).map((name) => (
          <Switch
            key={name}
            label={t(name)}
            checked={conditions[name]}
            onChange={(event) => change({ [name]: event.target.checked })}
          />
        ))}
        <Ages conditions={conditions} error={errors['max_age']} onChange={change} />
        <Countries chosen={conditions.countries} onChoose={(countries) => change({ countries })} />
        <TextInput
          label={t('daily.label')}
          hint={t('daily.text')}
          name="daily_limit"
          inputMode="numeric"
          maxLength={3}
          placeholder={t('daily.none')}
          value={conditions.daily_limit ?? ''}
          error={errors['daily_limit']}
          onChange={(event) => change({ daily_limit: Number(event.target.value.replace(/\D/g, '')) || null })}
        />
      </Card>
      <OtherMessages
        outcome={conditions.others}
        onOutcome={(others) => change({ others })}
        words={words}
        onWords={setWords}
        error={errors['hidden_words']}
      />
      {saved.reaches_nobody && <Alert tone="warning">{t('nobody')}</Alert>}
      {save.isError && Object.keys(errors).length === 0 && (
        <Alert tone="error">{errorText(save.error)}</Alert>
      )}
      <Button type="submit" busy={save.isPending}>
        {t('common:save')}
      </Button>
    </form>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function OtherMessages({
  outcome,
  onOutcome,
  words,
  onWords,
  error,
}: {
  outcome: ContactConditions['others'];
  onOutcome: (outcome: ContactConditions['others']) => void;
  words: string;
  onWords: (words: string) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation('contact');
  return (
    <>
      <Card>
        <RadioGroup
          label={t('others.title')}
          name="others"
          value={outcome}
          options={contactOutcomes.map((value) => ({ value, label: t(`others.${value}`) }))}
          onChange={(value) => onOutcome(value === 'refused' ? 'refused' : 'requests')}
        />
      </Card>
      <Card>
        <Textarea
          label={t('words.label')}
          hint={t('words.text')}
          name="hidden_words"
          rows={4}
          value={words}
          error={error}
          onChange={(event) => onWords(event.target.value)}
        />
      </Card>
    </>
  );
}

function Ages({
  conditions: { min_age, max_age },
  error,
  onChange,
}: {
  conditions: ContactConditions;
  error: string | undefined;
  onChange: (part: Partial<ContactConditions>) => void;
}) {
  const { t } = useTranslation('contact');
  const ageOf = (value: string) => (value === '' ? null : Number(value));
  const common = { options: AGES.map((value) => ({ value, label: value })), placeholder: t('any') };
  return (
    <div className={styles['pair']}>
      <Select
        {...common}
        label={t('min_age')}
        name="min_age"
        value={String(min_age ?? '')}
        onChange={(event) => onChange({ min_age: ageOf(event.target.value) })}
      />
      <Select
        {...common}
        label={t('max_age')}
        name="max_age"
        value={String(max_age ?? '')}
        error={error}
        onChange={(event) => onChange({ max_age: ageOf(event.target.value) })}
      />
    </div>
  );
}

function Countries({
  chosen,
  onChoose,
}: {
  chosen: readonly CountryCode[];
  onChoose: (countries: CountryCode[]) => void;
}) {
  const { t } = useTranslation('contact');
  const formats = useFormats();
  const settings = useSettings();
  const codes = [...new Set([...settings.countries.map(({ code }) => code), ...chosen])].sort((one, other) =>
    formats.compare(formats.country(one), formats.country(other)),
  );
  return (
    <fieldset className={styles['countries']}>
      <legend>{t('countries.title')}</legend>
      <div className={styles['chips']}>
        {codes.map((code) => (
          <Chip
            key={code}
            chosen={chosen.includes(code)}
            onClick={() =>
              onChoose(chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code])
            }
          >
            {formats.country(code)}
          </Chip>
        ))}
      </div>
      <p>{t('countries.text')}</p>
    </fieldset>
  );
}
