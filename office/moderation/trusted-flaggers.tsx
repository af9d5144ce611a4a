import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { itemOf } from '#contract/lists/item-of.ts';
import { localeNames, locales } from '#contract/lists/locales.ts';
import { euMembers } from '#contract/moderation/eu-members.ts';
import type { TrustedFlagger } from '#contract/moderation/trusted-flaggers.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { type Column, Table } from '#office/pieces/table.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from '#office/pieces/office.module.css';

const query = callQuery('trustedFlaggers');

export const load = officeLoad(query);
export const handle = { i18n: ['office/trusted-flaggers', 'errors'] };

export default function TrustedFlaggers() {
  const { t } = useTranslation('office/trusted-flaggers');
  const { data } = useQuery(query);
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className={styles['column']}>
        <May call="addTrustedFlagger">
          <Fold summary={t('new')} isNew>
            <NewFlagger />
          </Fold>
        </May>
        {data ? <FlaggerTable flaggers={data.flaggers} /> : <Skeleton height={160} />}
      </div>
    </Page>
  );
}

function FlaggerTable({ flaggers }: { flaggers: TrustedFlagger[] }) {
  const { t } = useTranslation('office/trusted-flaggers');
  const { number, country, shortDate } = useFormats();
  const figure = (
    key: 'notices' | 'undecided' | 'without_violation' | 'unfounded',
  ): Column<TrustedFlagger> => ({
    key,
    head: t(key),
    cell: (flagger) => number(flagger[key]),
    number: true,
    width: 12,
  });
  return (
    <Table
      caption={t('title')}
      rows={flaggers}
      keyOf={({ id }) => id}
      empty={<EmptyState title={t('none')} text={t('none_text')} />}
      columns={[
        {
          key: 'name',
          head: t('name'),
          cell: ({ name, email }) => (
            <>
              {name}
              <br />
              <small>{email}</small>
            </>
          ),
          title: true,
          width: 24,
        },
        { key: 'country', head: t('country'), cell: (flagger) => country(flagger.country), width: 14 },
        figure('notices'),
        figure('undecided'),
        figure('without_violation'),
        figure('unfounded'),
        {
          key: 'acts',
          head: t('acts'),
          width: 20,
          cell: (flagger) =>
            flagger.ended_at ? t('ended', { day: shortDate(flagger.ended_at) }) : <Acts flagger={flagger} />,
        },
      ]}
    />
  );
}

function Acts({ flagger: { id, name, email } }: { flagger: TrustedFlagger }) {
  const { t } = useTranslation('office/trusted-flaggers');
  const [ending, setEnding] = useState(false);
  const renew = useAct('renewFlaggerLink', { done: t('renewed', { email }), refresh: [] });
  const end = useAct('endTrustedFlagger', { done: t('end_done'), refresh: ['trustedFlaggers'] });
  return (
    <div className={styles['buttons']}>
      <May call="renewFlaggerLink">
        <Button size="s" look="secondary" busy={renew.isPending} onClick={() => renew.mutate({ id })}>
          {t('renew')}
        </Button>
      </May>
      <May call="endTrustedFlagger">
        <Button size="s" look="quiet" onClick={() => setEnding(true)}>
          {t('end')}
        </Button>
      </May>
      <Modal
        open={ending}
        onClose={() => setEnding(false)}
        title={t('end_ask', { name })}
        size="s"
        footer={
          <Button look="danger" busy={end.isPending} onClick={() => end.mutate({ id })}>
            {t('end')}
          </Button>
        }
      >
        <p>{t('end_text')}</p>
      </Modal>
    </div>
  );
}

const emptyDraft = { name: '', email: '', country: 'NL', language: 'en' };

function NewFlagger() {
  const { t } = useTranslation('office/trusted-flaggers');
  const { country } = useFormats();
  const { fieldTexts } = useErrorText();
  const [id, setId] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState(emptyDraft);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const add = useAct('addTrustedFlagger', {
    done: t('added', { email: draft.email }),
    refresh: ['trustedFlaggers'],
  });
  const fields = fieldTexts(add.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, email } = draft;
    const body = {
      ...{ id, name, email },
      country: itemOf(euMembers, draft.country) ?? euMembers[0],
      language: itemOf(locales, draft.language) ?? locales[0],
    };
    add.mutate(body, { onSuccess: () => (setDraft(emptyDraft), setId(crypto.randomUUID())) });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <TextInput
        label={t('name')}
        error={fields['name']}
        required
        maxLength={120}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextInput
        label={t('email')}
        hint={t('email_hint')}
        error={fields['email']}
        type="email"
        required
        value={draft.email}
        onChange={({ target }) => change({ email: target.value })}
      />
      <Select
        label={t('country')}
        hint={t('country_hint')}
        value={draft.country}
        options={euMembers
          .map((code) => ({ value: code, label: country(code) }))
          .sort((a, b) => a.label.localeCompare(b.label))}
        onChange={({ target }) => change({ country: target.value })}
      />
      <Select
        label={t('language')}
        value={draft.language}
        options={locales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        onChange={({ target }) => change({ language: target.value })}
      />
      <div>
        <Button type="submit" busy={add.isPending}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}
