import type { Operations } from '#contract/operations/calls.ts';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from './operations.module.css';

type MailDay = Operations['mail_days'][number];

/** Mails by day, newest first, with the shares that providers judge a sender by. */
export function MailDays({ days }: { days: MailDay[] }) {
  const { t, i18n } = useTranslation('office/operations');
  const { number, dayAndMonth } = useFormats();
  const most = Math.max(1, ...days.map(({ sent }) => sent));
  const share = (part: number, sent: number) =>
    part === 0
      ? '–'
      : new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 2 }).format(
          part / Math.max(sent, 1),
        );
  return (
    <Card title={t('mail.title')} className={styles['card']}>
      <p className={styles['quiet']}>{t('mail.lead')}</p>
      <Table
        caption={t('mail.title')}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        empty={null}
        columns={[
          {
            key: 'day',
            head: t('mail.day'),
            width: 16,
            title: true,
            cell: ({ day }) => <span suppressHydrationWarning>{dayAndMonth(`${day}T12:00:00Z`)}</span>,
          },
          {
            key: 'sent',
            head: t('mail.sent'),
            width: 44,
            cell: ({ sent }) => (
              <span className={styles['bar']} style={{ '--share': sent / most }}>
                {number(sent)}
              </span>
            ),
          },
          {
            key: 'bounced',
            head: t('mail.bounced'),
            width: 10,
            number: true,
            cell: ({ bounced }) => number(bounced),
          },
          {
            key: 'bounced_share',
            head: t('mail.bounced_share'),
            width: 10,
            number: true,
            cell: ({ bounced, sent }) => share(bounced, sent),
          },
          {
            key: 'complained',
            head: t('mail.complained'),
            width: 10,
            number: true,
            cell: ({ complained }) => number(complained),
          },
          {
            key: 'complained_share',
            head: t('mail.complained_share'),
            width: 10,
            number: true,
            cell: ({ complained, sent }) => share(complained, sent),
          },
        ]}
      />
    </Card>
  );
}
