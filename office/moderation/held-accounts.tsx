import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { HeldAccount } from '#contract/moderation/held-accounts.ts';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { MeasureFields, noReasons } from './measure-fields.tsx';
import { WaitingList } from './waiting-list.tsx';
import styles from '#office/pieces/office.module.css';

const queue = callQuery('adminHeldAccounts');

const load = officeLoad(queue);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/moderation', 'errors'] };

export default function HeldAccounts() {
  const { data } = useQuery(queue);
  return (
    <WaitingList words="held_accounts" things={data?.accounts ?? []}>
      {(account) => <Account account={account} />}
    </WaitingList>
  );
}

function Account({ account }: { account: HeldAccount }) {
  const { t } = useTranslation(['office/moderation', 'office/frame']);
  const { date, time } = useFormats();
  const [closing, setClosing] = useState(false);
  const [reasons, setReasons] = useState(noReasons);
  const { mutate, isPending } = useAct('decideHeldAccount', {
    done: t('held_accounts.decided'),
    refresh: ['adminHeldAccounts'],
  });
  return (
    <>
      <div className={styles['line']}>
        <Link to={`/admin/members/${account.id}`}>
          <strong>{account.name ?? account.id}</strong>
        </Link>
        <small className={styles['quiet']}>
          {date(account.created_at)}, {time(account.created_at)}
        </small>
      </div>
      <ul className={styles['reasons']}>
        {account.reasons.map(({ reason, related }) => (
          <li key={`${reason} ${related?.id ?? ''}`} className={styles['line']}>
            <Tag tone={related ? 'red' : 'gold'}>{t(`held_accounts.reasons.${reason}`)}</Tag>
            {related && <Link to={`/admin/members/${related.id}`}>{related.name ?? related.id}</Link>}
          </li>
        ))}
      </ul>
      <May call="decideHeldAccount">
        {closing ? (
          <form
            className={styles['form']}
            onSubmit={(event) => {
              event.preventDefault();
              const { ground, facts } = reasons;
              mutate({ member: account.id, release: false, ground, facts });
            }}
          >
            <MeasureFields value={reasons} onChange={setReasons} withDays={false} />
            <div className={styles['buttons']}>
              <Button type="submit" look="danger" busy={isPending}>
                {t('held_accounts.close')}
              </Button>
              <Button look="quiet" onClick={() => setClosing(false)}>
                {t('office/frame:cancel')}
              </Button>
            </div>
          </form>
        ) : (
          <div className={styles['buttons']}>
            <Button
              look="secondary"
              busy={isPending}
              onClick={() => mutate({ member: account.id, release: true })}
            >
              {t('held_accounts.release')}
            </Button>
            <Button look="danger" onClick={() => setClosing(true)}>
              {t('held_accounts.close')}
            </Button>
          </div>
        )}
      </May>
    </>
  );
}
