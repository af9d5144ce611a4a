import { useInfiniteQuery } from '@tanstack/react-query';
import type { OwnComplaint } from '#contract/moderation/complaints.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { IconCheck, IconClock, IconEye } from '#web/ui/icons.ts';
import styles from './own-complaints.module.css';

export const ownComplaints = callPages('complaints', {});

const looks = {
  received: { tone: 'soft', Icon: IconClock },
  looked_at: { tone: 'gold', Icon: IconEye },
  decided: { tone: 'green', Icon: IconCheck },
} as const;

export function OwnComplaints() {
  const { t } = useTranslation('complaints');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ownComplaints);
  const complaints = data?.pages.flatMap((page) => page.complaints) ?? [];
  if (complaints.length === 0) return null;
  return (
    <section className={styles['own']} aria-labelledby="own-complaints">
      <h2 id="own-complaints">{t('yours')}</h2>
      <ol>
        {complaints.map((complaint) => (
          <li key={complaint.id}>
            <Complaint complaint={complaint} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

function Complaint({ complaint }: { complaint: OwnComplaint }) {
  const { t } = useTranslation('complaints');
  const { date } = useFormats();
  const { tone, Icon } = looks[complaint.state];
  return (
    <article className={styles['complaint']}>
      <header>
        <div>
          <h3>{t(`categories.${complaint.category}`)}</h3>
          <p className={styles['facts']}>
            {complaint.about && <span>{t('about_name', { name: complaint.about })}</span>}
            <span>{t('number', { id: complaint.id })}</span>
            <time dateTime={complaint.created_at}>{t('sent', { when: date(complaint.created_at) })}</time>
          </p>
        </div>
        <Tag tone={tone} icon={<Icon size={15} aria-hidden="true" />}>
          {t(`states.${complaint.state}`)}
        </Tag>
      </header>
      {complaint.outcome && (
        <div className={styles['decision']}>
          <p>
            <strong>{t(`outcomes.${complaint.outcome}`)}</strong>
          </p>
          {complaint.note && (
            <blockquote>
              <small>{t('answer')}</small>
              <p>{complaint.note}</p>
            </blockquote>
          )}
          {complaint.decided_at && <small>{t('decided', { when: date(complaint.decided_at) })}</small>}
        </div>
      )}
      {complaint.text ? (
        <details>
          <summary>{t('what_you_wrote')}</summary>
          <p>{complaint.text}</p>
        </details>
      ) : (
        <p className={styles['gone']}>{t('text_gone')}</p>
      )}
    </article>
  );
}
