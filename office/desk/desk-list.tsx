import { clsx } from 'clsx';
import type { CallReply } from '#contract/calls.ts';
import { WaitingTime } from '#office/pieces/waiting-time.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { useMember } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Tag } from '#web/ui/chip.tsx';
import styles from './desk.module.css';

type Row = CallReply<'desk'>['conversations'][number];

export function DeskList({ rows, open }: { rows: Row[]; open: number | null }) {
  return (
    <ul className={styles['rows']}>
      {rows.map((row) => (
        <li key={row.conversation}>
          <DeskRow row={row} current={row.conversation === open} />
        </li>
      ))}
    </ul>
  );
}

function DeskRow({ row, current }: { row: Row; current: boolean }) {
  const { t } = useTranslation('office/desk');
  const { language } = useFormats();
  const { search } = useLocation();
  const me = useMember().id;
  const { profile, member, last_message: last } = row;
  return (
    <Link
      to={{ pathname: `/admin/desk/${row.conversation}`, search }}
      className={clsx(styles['row'], current && styles['current'])}
      aria-current={current ? 'page' : undefined}
    >
      <Avatar profile={member} size={44} />
      <span className={styles['words']}>
        <span className={styles['names']}>
          <b>{member.name}</b> → {profile.name}
        </span>
        <span className={styles['excerpt']}>
          {last ? (last.text ?? t(`kind.${last.kind}`)) : t('kind.deleted')}
        </span>
      </span>
      <span className={styles['state']}>
        {row.waiting_since && <WaitingTime since={row.waiting_since} />}
        <span>{language(row.language)}</span>
        {!row.waiting_since && <Tag tone="green">{t('answered')}</Tag>}
        {row.claimed_by && row.claimed_by.id !== me ? (
          <Tag>{row.claimed_by.name}</Tag>
        ) : row.returned ? (
          <Tag tone="gold">{t('returned')}</Tag>
        ) : row.writers_from ? (
          <Tag>{t('writers_from', { time: row.writers_from })}</Tag>
        ) : null}
      </span>
    </Link>
  );
}
