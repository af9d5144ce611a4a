import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SupportMember } from '#contract/support/inbox.ts';
import { useMay } from '#office/pieces/may.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { Gesture } from './gesture.tsx';
import styles from './support.module.css';

/** Each view is logged, so it is never refetched automatically. */
const memberQuery = (id: number) => ({
  ...callQuery('adminSupportMember', { query: { id } }),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

export function MemberBeside({ id, thread }: { id: number; thread: number }) {
  const { t } = useTranslation('office/support');
  const { data: member } = useQuery(memberQuery(id));
  return (
    <aside className={styles['side']} aria-label={t('member')}>
      {member ? (
        <>
          <Person member={member} />
          <Actions id={id} />
          <Lists member={member} thread={thread} />
        </>
      ) : (
        <TextSkeleton lines={10} />
      )}
    </aside>
  );
}

function Person({ member }: { member: SupportMember }) {
  const { t } = useTranslation(['office/support', 'office/membership']);
  const { shortDate, country } = useFormats();
  return (
    <section>
      <h3>
        <Link to={`/admin/members/${member.id}`}>{member.name ?? member.id}</Link>
      </h3>
      <p className={styles['words']}>{member.email ?? '–'}</p>
      <p className={styles['tags']}>
        <Tag tone={member.status === 'active' ? 'green' : 'gold'}>
          {t(`office/membership:states.${member.status}`)}
        </Tag>
        {member.premium && <Tag tone="gold">{t('office/membership:members.premium')}</Tag>}
        {!member.email_confirmed && <Tag tone="red">{t('unconfirmed')}</Tag>}
      </p>
      <p className={styles['quiet']}>
        {[member.country && country(member.country), t('since', { date: shortDate(member.signup_date) })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p>
        <b>{t('credits', { count: member.credits })}</b>
      </p>
    </section>
  );
}

function Actions({ id }: { id: number }) {
  const { t } = useTranslation('office/support');
  const signOut = useAct('signOutMember', { done: t('signed_out'), refresh: ['adminSupportMember'] });
  const maySignOut = useMay('signOutMember');
  const mayGive = useMay('changeCredits');
  return (
    <section className={styles['actions']}>
      {maySignOut && (
        <Button
          size="s"
          look="secondary"
          busy={signOut.isPending}
          onClick={() => signOut.mutate({ member: id })}
        >
          {t('sign_out')}
        </Button>
      )}
      {mayGive && <Gesture member={id} />}
    </section>
  );
}

function Lists({ member, thread }: { member: SupportMember; thread: number }) {
  const { t } = useTranslation(['office/support', 'complaints']);
  const { shortDate, money } = useFormats();
  const mayReadReceipts = useMay('adminReceipt');
  return (
    <>
      <Rows title={t('payments')}>
        {member.payments.map((payment) => (
          <li key={payment.id}>
            {shortDate(payment.created_at)} · {money(payment.amount)} ·{' '}
            {t(payment.reversed ? 'reversed' : `payment_states.${payment.status}`)}{' '}
            {payment.status === 'completed' && mayReadReceipts && (
              <a href={`/api/admin/receipt?id=${payment.id}`} download>
                {t('receipt')}
              </a>
            )}
          </li>
        ))}
      </Rows>
      <Rows title={t('ledger')}>
        {member.ledger.map(({ kind, credits, balance, created_at }) => (
          <li key={`${created_at} ${kind} ${balance}`}>
            {shortDate(created_at)} · {t(`ledger_kinds.${kind}`)} · {credits > 0 ? `+${credits}` : credits} (
            {balance})
          </li>
        ))}
      </Rows>
      <Rows title={t('complaints')}>
        {member.complaints.map(({ id, by_member, category, state }) => (
          <li key={id}>
            {t(by_member ? 'by_member' : 'about_member')} · {t(`complaints:categories.${category}`)} ·{' '}
            {t(`complaints:states.${state}`)}
          </li>
        ))}
      </Rows>
      <Rows title={t('sessions')}>
        {member.sessions.map(({ browser, system, last_used_at }) => (
          <li key={`${last_used_at} ${browser}`}>
            {shortDate(last_used_at)} · {[browser, system].filter(Boolean).join(', ') || '–'}
          </li>
        ))}
      </Rows>
      <Rows title={t('mails')}>
        {member.mails.map(({ type, created_at }) => (
          <li key={`${created_at} ${type}`}>
            {shortDate(created_at)} · {t(`mail_types.${type}`)}
          </li>
        ))}
      </Rows>
      <Rows title={t('questions')}>
        {member.threads
          .filter(({ id }) => id !== thread)
          .map(({ id, subject, status }) => (
            <li key={id}>
              <Link to={`/admin/support/${id}`}>{subject}</Link> · {t(`boxes.${status}`)}
            </li>
          ))}
      </Rows>
    </>
  );
}

function Rows({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles['beside']}>{children}</ul>
    </section>
  );
}
