import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignUpRule } from '#contract/membership/sign-up-rules.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useSiteName } from '#office/pieces/sites-choice.tsx';
import { type Column, Table } from '#office/pieces/table.tsx';
import { useRuleName } from '#office/pieces/use-rule-name.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChangeRule, NewRule } from './sign-up-rule-form.tsx';
import { useRemoveRule } from './use-remove-rule.ts';
import styles from '#office/pieces/office.module.css';

const query = callQuery('signUpRules');

export const load = officeLoad(query);
export const handle = { i18n: ['office/sign-up-rules', 'errors'] };

export default function SignUpRules() {
  const { t } = useTranslation('office/sign-up-rules');
  const { data } = useQuery(query);
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className={styles['column']}>
        {data ? (
          <>
            <May call="addSignUpRule">
              <Fold summary={t('new')} isNew>
                <NewRule sites={data.sites} knowsAsn={data.knows_asn} />
              </Fold>
            </May>
            <RuleTable rules={data.rules} sites={data.sites} />
          </>
        ) : (
          <Skeleton height={160} />
        )}
      </div>
    </Page>
  );
}

function RuleTable({ rules, sites }: { rules: SignUpRule[]; sites: SiteChoice[] }) {
  const { t } = useTranslation(['office/sign-up-rules', 'office/frame']);
  const { number, shortDate } = useFormats();
  const ruleName = useRuleName();
  const siteName = useSiteName(sites);
  const siteColumn: Column<SignUpRule> = {
    key: 'site',
    head: t('office/frame:sites.title'),
    cell: ({ site }) => (site === null ? t('office/frame:sites.all') : siteName(site)),
    width: 14,
  };
  return (
    <Table
      caption={t('title')}
      rows={rules}
      keyOf={({ id }) => id}
      empty={<EmptyState title={t('none')} text={t('none_text')} />}
      columns={[
        {
          key: 'rule',
          head: t('rule'),
          cell: (rule) => (
            <>
              {ruleName(rule)}
              <br />
              <small>{[t(`kinds.${rule.kind}`), rule.note].filter(Boolean).join(' · ')}</small>
            </>
          ),
          title: true,
          width: 28,
        },
        ...(sites.length > 1 ? [siteColumn] : []),
        {
          key: 'effect',
          head: t('effect'),
          cell: ({ effect }) => (
            <Tag tone={effect === 'hold' ? 'gold' : 'soft'}>{t(`effects.${effect}`)}</Tag>
          ),
          width: 17,
        },
        {
          key: 'hits',
          head: t('hits'),
          cell: ({ effect, hits, solved }) =>
            effect === 'hold'
              ? number(hits)
              : t('hits_solved', { hits: number(hits), solved: number(solved) }),
          width: 15,
        },
        {
          key: 'until',
          head: t('until'),
          cell: ({ until, ended }) =>
            until === null ? t('no_end') : ended ? t('ended', { day: shortDate(until) }) : shortDate(until),
          width: 15,
        },
        { key: 'acts', head: t('acts'), cell: (rule) => <Acts rule={rule} />, width: 20 },
      ]}
    />
  );
}

function Acts({ rule }: { rule: SignUpRule }) {
  const { t } = useTranslation('office/sign-up-rules');
  const ruleName = useRuleName();
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const remove = useRemoveRule(rule, close);
  return (
    <div className={styles['buttons']}>
      <May call="changeSignUpRule">
        <Button size="s" look="secondary" onClick={() => setOpen('change')}>
          {t('change')}
        </Button>
      </May>
      <May call="removeSignUpRule">
        <Button size="s" look="quiet" onClick={() => setOpen('remove')}>
          {t('remove')}
        </Button>
      </May>
      <Modal open={open === 'change'} onClose={close} title={ruleName(rule)} size="s">
        <ChangeRule rule={rule} onDone={close} />
      </Modal>
      <Modal
        open={open === 'remove'}
        onClose={close}
        title={t('remove_ask', { rule: ruleName(rule) })}
        size="s"
        footer={
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('remove')}
          </Button>
        }
      >
        <p>{t('remove_text')}</p>
      </Modal>
    </div>
  );
}
