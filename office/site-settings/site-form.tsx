import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { type OfficeCompany, type OfficeSite, DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { useSave } from '#office/pieces/use-save.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';
import styles from './site-settings.module.css';

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function SiteForm({ site, companies }: { site: OfficeSite | null; companies: OfficeCompany[] }) {
  const { t } = useTranslation('office/site-settings');
  const { errorText, fieldTexts } = useErrorText();
  const [host, setHost] = useState(site?.host ?? '');
  const [aliases, setAliases] = useState(site?.aliases.join('\n') ?? '');
  const [company, setCompany] = useState(String(site?.company ?? companies[0]?.id ?? ''));
  const save = useSave((api, body: CallBody<'saveSite'>) => api.call('saveSite', { body }), {
    done: t('sites.saved'),
    refresh: ['adminSites'],
    onSaved() {
      if (site) return;
      setHost('');
      setAliases('');
    },
  });
  const errors = fieldTexts(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ host, company: Number(company), aliases: linesOf(aliases) });
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {!site && (
        <TextInput
          name="host"
          label={t('sites.host')}
          hint={t('sites.host_hint')}
          error={errors['host']}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={253}
          value={host}
          onChange={({ target }) => setHost(target.value)}
        />
      )}
      <Select
        label={t('sites.company')}
        value={company}
        options={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ target }) => setCompany(target.value)}
      />
      {site?.host !== DEFAULT_SITE && (
        <Textarea
          label={t('sites.aliases')}
          hint={t('sites.aliases_hint')}
          error={errors['aliases']}
          rows={2}
          spellCheck={false}
          value={aliases}
          onChange={({ target }) => setAliases(target.value)}
        />
      )}
      {save.error && Object.keys(errors).length === 0 && <Alert tone="error">{errorText(save.error)}</Alert>}
      <Button type="submit" busy={save.isPending}>
        {t(site ? 'save' : 'sites.make')}
      </Button>
    </form>
  );
}
