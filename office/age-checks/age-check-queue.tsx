import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ageRefusals, type AgeRefusal } from '#contract/age-checks/lists.ts';
import type { CallReply } from '#contract/calls.ts';
import { RefusalReasons } from '#office/moderation/refusal-reasons.tsx';
import {
  AlreadyDecided,
  ApproveOrRefuse,
  KeysHint,
  NothingWaits,
  ReviewPage,
} from '#office/moderation/review-queue.tsx';
import { useReviewKeys, useReviewQueue } from '#office/moderation/use-review-queue.ts';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Alert } from '#web/ui/alert.tsx';
import columns from '#office/moderation/picture-review-columns.module.css';
import styles from './age-check-queue.module.css';

const queue = { ...callQuery('adminAgeChecks'), refetchInterval: 30_000 };

export const load = officeLoad(queue);
export const handle = { i18n: ['office/moderation', 'office/age-checks', 'errors'] };

type Waiting = CallReply<'adminAgeChecks'>['checks'][number];

export default function AgeCheckQueue() {
  const { t } = useTranslation('office/age-checks');
  const { data } = useQuery(queue);
  const review = useReviewQueue('decideAgeCheck', {
    queue: 'adminAgeChecks',
    list: 'checks',
    items: data?.checks ?? [],
    said: ({ adult }) => t(adult ? 'passed' : 'refused'),
  });
  const { item: waiting, isGone, place, go, refusing, setRefusing, settle } = review;
  const confirm = () => settle((id) => ({ id, adult: true }));
  const refuse = (reason: AgeRefusal) => settle((id) => ({ id, adult: false, reason }));
  useReviewKeys(review, { a: confirm });
  return (
    <ReviewPage title={t('title')} waiting={t('waiting', { count: data?.waiting ?? 0 })}>
      {waiting && data ? (
        <div className={clsx(columns['review'], columns['stacked'])}>
          <figure className={columns['picture']}>
            <img src={waiting.document} alt={t('document_of', { name: waiting.member.name })} />
          </figure>
          <figure className={columns['picture']}>
            <img src={waiting.selfie} alt={t('selfie_of', { name: waiting.member.name })} />
          </figure>
          <aside className={columns['side']}>
            <About check={waiting} bornBy={data.adult_if_born_by} />
            {isGone ? (
              <AlreadyDecided onNext={() => go(place)} />
            ) : refusing ? (
              <RefusalReasons
                reasons={ageRefusals}
                text={(reason) => t(`reasons.${reason}`)}
                onChoose={refuse}
                onBack={() => setRefusing(false)}
              />
            ) : (
              <May call="decideAgeCheck">
                <ApproveOrRefuse
                  approveText={t('adult')}
                  refuseText={t('refuse')}
                  onApprove={confirm}
                  onRefuse={() => setRefusing(true)}
                />
              </May>
            )}
            <KeysHint text={t('keys')} />
          </aside>
        </div>
      ) : (
        <NothingWaits waiting={data?.waiting ?? 0} title={t('none')} text={t('none_text')} />
      )}
    </ReviewPage>
  );
}

function About({ check, bornBy }: { check: Waiting; bornBy: string }) {
  const { t } = useTranslation('office/age-checks');
  const { date } = useFormats();
  // Noon, so that no time zone shows the day before.
  const dayOf = (of: string) => date(`${of}T12:00:00`);
  const { member, appeal, date_of_birth: born } = check;
  return (
    <>
      <h2>
        <Link to={`/admin/members/${member.id}`}>{member.name}</Link>
      </h2>
      <p>{born ? t('profile_says', { date: dayOf(born) }) : t('profile_says_nothing')}</p>
      <p>
        <strong>{t('born_by', { date: dayOf(bornBy) })}</strong>
      </p>
      <p>{t('look')}</p>
      {appeal && <Alert title={t('appeal', { reason: t(`reasons.${appeal.reason}`) })}>{appeal.text}</Alert>}
      <p className={styles['quiet']}>
        {t('sent', { when: date(check.sent_at) })} {t('due', { when: date(check.due_at) })}
      </p>
    </>
  );
}
