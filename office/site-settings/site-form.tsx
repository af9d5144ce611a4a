import { type FormEvent, useState } from 'react';
import type { CallBody, CallReply } from '#contract/calls.ts';
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

interface Props {
  site: OfficeSite | null;
  companies: OfficeCompany[];
  pools: CallReply<'adminSites'>['pools'];
}

const OWN_POOL = 'own';

const firstPool = (site: OfficeSite | null, [first]: Props['pools']) =>
  String(site?.pool ?? first?.id ?? OWN_POOL);
const poolId = (choice: string) => (choice === OWN_POOL ? null : Number(choice));

export function SiteForm({ site, companies, pools }: Props) {
  const { t } = useTranslation('office/site-settings');
  const { errorText, fieldTexts } = useErrorText();
  const [host, setHost] = useState(site?.host ?? '');
  const [aliases, setAliases] = useState(site?.aliases.join('\n') ?? '');
  const [company, setCompany] = useState(String(site?.company ?? companies[0]?.id ?? ''));
  const [pool, setPool] = useState(firstPool(site, pools));
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
    save.mutate({
      host,
      company: Number(company),
      aliases: linesOf(aliases),
      pool: poolId(pool),
    });
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
      <PoolSelect pool={pool} pools={pools} error={errors['pool']} onChange={setPool} />
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

interface PoolSelectProps extends Pick<Props, 'pools'> {
  pool: string;
  error: string | undefined;
  onChange(pool: string): void;
}

function PoolSelect({ pool, pools, error, onChange }: PoolSelectProps) {
  const { t } = useTranslation('office/site-settings');
  return (
    <Select
      label={t('sites.pool')}
      hint={t('sites.pool_hint')}
      error={error}
      value={pool}
      options={[
        ...pools.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: OWN_POOL, label: t('sites.own_pool') },
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
