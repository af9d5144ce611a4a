import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { itemOf } from '#contract/lists/item-of.ts';
import {
  type SignUpRuleEffect,
  signUpRuleEffects,
  type SignUpRuleKind,
  signUpRuleKinds,
} from '#contract/membership/sign-up-rule-kinds.ts';
import { RULE_NOTE_LENGTH, RULE_VALUE_LENGTH, type SignUpRule } from '#contract/membership/sign-up-rules.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import { useSiteName } from '#office/pieces/sites-choice.tsx';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from '#office/pieces/office.module.css';

interface Changeable {
  effect: SignUpRuleEffect;
  note: string;
  until: string;
}

const unchanged: Changeable = { effect: 'hold', note: '', until: '' };

export function NewRule({ sites, knowsAsn }: { sites: SiteChoice[]; knowsAsn: boolean }) {
  const { t } = useTranslation(['office/sign-up-rules', 'office/frame']);
  const siteName = useSiteName(sites);
  const limited = useMember().office_sites !== undefined;
  const firstSite = limited ? (sites[0]?.host ?? null) : null;
  const [id, setId] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<SignUpRuleKind>('mail_domain');
  const [value, setValue] = useState('');
  const [site, setSite] = useState(firstSite);
  const [rest, setRest] = useState(unchanged);
  const api = useApi();
  const { save, fields, error } = useSaving(
    () =>
      api.call('addSignUpRule', {
        body: { id, kind, value, site, ...rest, until: rest.until || null },
      }),
    t('added'),
    () => {
      setId(crypto.randomUUID());
      setValue('');
      setRest(unchanged);
    },
  );
  return (
    <form className={styles['form']} onSubmit={submitWith(save.mutate)} noValidate>
      {error && <Alert tone="error" title={error} />}
      <Select
        label={t('kind')}
        value={kind}
        options={signUpRuleKinds.map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
        onChange={({ target }) => setKind(itemOf(signUpRuleKinds, target.value) ?? kind)}
      />
      <TextInput
        label={t('value')}
        hint={t(kind === 'asn' && !knowsAsn ? 'asn_unknown' : `value_hint.${kind}`)}
        error={fields['value']}
        maxLength={RULE_VALUE_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
      {sites.length > 1 && (
        <Select
          label={t('office/frame:sites.title')}
          value={site ?? ''}
          options={[
            ...(limited ? [] : [{ value: '', label: t('office/frame:sites.all') }]),
            ...sites.map(({ host }) => ({ value: host, label: siteName(host) })),
          ]}
          onChange={({ target }) => setSite(target.value || null)}
        />
      )}
      <ChangeableFields value={rest} fields={fields} onChange={setRest} />
      <div>
        <Button type="submit" busy={save.isPending}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}

export function ChangeRule({ rule, onDone }: { rule: SignUpRule; onDone: () => void }) {
  const { t } = useTranslation('office/sign-up-rules');
  const { id, effect, note, until } = rule;
  const [rest, setRest] = useState<Changeable>({ effect, note, until: until ?? '' });
  const api = useApi();
  const { save, fields, error } = useSaving(
    () => api.call('changeSignUpRule', { body: { id, ...rest, until: rest.until || null } }),
    t('changed'),
    onDone,
  );
  return (
    <form className={styles['form']} onSubmit={submitWith(save.mutate)} noValidate>
      {error && <Alert tone="error" title={error} />}
      <ChangeableFields value={rest} fields={fields} onChange={setRest} />
      <div>
        <Button type="submit" busy={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  value: Changeable;
  fields: Record<string, string | undefined>;
  onChange: (value: Changeable) => void;
}

function ChangeableFields({ value, fields, onChange }: FieldsProps) {
  const { t } = useTranslation('office/sign-up-rules');
  return (
    <>
      <Select
        label={t('effect')}
        hint={t(`effect_hint.${value.effect}`)}
        value={value.effect}
        options={signUpRuleEffects.map((each) => ({ value: each, label: t(`effects.${each}`) }))}
        onChange={({ target }) =>
          onChange({ ...value, effect: itemOf(signUpRuleEffects, target.value) ?? value.effect })
        }
      />
      <TextInput
        label={t('note')}
        hint={t('note_hint')}
        error={fields['note']}
        maxLength={RULE_NOTE_LENGTH}
        value={value.note}
        onChange={({ target }) => onChange({ ...value, note: target.value })}
      />
      <TextInput
        label={t('until')}
        hint={t('until_hint')}
        error={fields['until']}
        type="date"
        value={value.until}
        onChange={({ target }) => onChange({ ...value, until: target.value })}
      />
    </>
  );
}

const submitWith = (send: () => void) => (event: FormEvent) => {
  event.preventDefault();
  send();
};

function useSaving(send: () => Promise<unknown>, done: string, onDone: () => void) {
  const { errorText, fieldTexts } = useErrorText();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: send,
    onSuccess() {
      toast('success', done);
      onDone();
      return queries.invalidateQueries({ queryKey: ['signUpRules'] });
    },
  });
  const isOfFields = save.error !== null && isRefusal(save.error, 'invalid_fields');
  return {
    save,
    fields: fieldTexts(save.error),
    error: save.error && !isOfFields ? errorText(save.error) : null,
  };
}
