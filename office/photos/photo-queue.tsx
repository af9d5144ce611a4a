import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { agesOf, nameAndAge } from '#contract/membership/name-and-age.ts';
import { refusalReasons, type RefusalReason } from '#contract/photos/refusal-reasons.ts';
import { RefusalReasons } from '#office/moderation/refusal-reasons.tsx';
import {
  AboutPicture,
  AlreadyDecided,
  ApproveOrRefuse,
  NothingWaits,
  PictureReview,
  ReviewPage,
} from '#office/moderation/review-queue.tsx';
import { useReviewKeys, useReviewQueue } from '#office/moderation/use-review-queue.ts';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { IconAlert, IconLock } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import styles from './photo-queue.module.css';

type Queue = CallReply<'adminPhotos'>;
type Waiting = Queue['photos'][number];

const REFRESH_MS = 15_000;
const queue = { ...callQuery('adminPhotos'), refetchInterval: REFRESH_MS };

export const load = officeLoad(queue);
export const handle = { i18n: ['office/moderation', 'office/photos', 'photos', 'errors'] };

function useInspection(waiting: readonly Waiting[]) {
  const { t } = useTranslation(['office/photos', 'office/moderation', 'photos']);
  const review = useReviewQueue('decidePhoto', {
    queue: 'adminPhotos',
    list: 'photos',
    items: waiting,
    said: ({ approve: approved, private: hidden }) =>
      hidden
        ? t('hidden')
        : t(approved ? 'office/moderation:review.approved' : 'office/moderation:review.refused'),
  });
  const { item: photo, settle } = review;
  const approve = () => settle((id) => ({ id, approve: true }));
  const hide = () => !photo?.private && settle((id) => ({ id, approve: true, private: true }));
  const refuse = (reason: RefusalReason) => settle((id) => ({ id, approve: false, reason }));
  useReviewKeys(review, { a: approve, p: hide }, { moves: true });

  return { ...review, approve, hide, refuse };
}

export default function Inspection() {
  const { t } = useTranslation(['office/photos', 'office/moderation']);
  const { data } = useQuery(queue);
  const inspection = useInspection(data?.photos ?? []);
  const { item: photo, isGone, place, left, go, refusing, setRefusing, approve, hide, refuse } = inspection;
  return (
    <ReviewPage
      title={t('office/moderation:review.title')}
      waiting={t('office/moderation:review.waiting', { count: data?.waiting ?? 0 })}
      link={<Link to="/admin/photo-list">{t('list.to_list')}</Link>}
    >
      {photo ? (
        <>
          <PictureReview
            src={photo.filename}
            alt={t('office/moderation:review.photo_of', {
              name: photo.member.name,
              age: agesOf(photo.member) ?? '',
            })}
            place={place}
            count={left.length}
            onGo={go}
            keys={t('keys')}
          >
            <PhotoFacts photo={photo} />
            {isGone ? (
              <AlreadyDecided onNext={() => go(place)} />
            ) : refusing ? (
              <RefusalReasons
                reasons={refusalReasons}
                text={(reason) => t(`photos:reasons.${reason}`)}
                onChoose={refuse}
                onBack={() => setRefusing(false)}
              />
            ) : (
              <Decisions
                isPrivate={photo.private}
                onApprove={approve}
                onHide={hide}
                onRefuse={() => setRefusing(true)}
              />
            )}
          </PictureReview>
          <Preload photos={left.slice(place + 1, place + 4)} />
        </>
      ) : (
        <NothingWaits
          waiting={data?.waiting ?? 0}
          title={t('office/moderation:review.done_title')}
          text={t('office/moderation:review.done_text')}
        />
      )}
    </ReviewPage>
  );
}

function PhotoFacts({ photo }: { photo: Waiting }) {
  const { t } = useTranslation(['office/photos', 'office/moderation']);
  const { date } = useFormats();
  const { member } = photo;
  return (
    <AboutPicture title={nameAndAge(member)}>
      <p>{[member.city, member.region, member.country].filter(Boolean).join(', ')}</p>
      <p>{t('office/moderation:review.sent', { when: date(photo.created_at) })}</p>
      <div className={styles['tags']}>
        <KindLabel profile={member} plain />
        {photo.private ? (
          <Tag tone="gold" icon={<IconLock size={14} aria-hidden="true" />}>
            {t('office/moderation:review.private')}
          </Tag>
        ) : (
          <Tag>{t('office/moderation:review.public')}</Tag>
        )}
        {photo.flags.map((flag) => (
          <Tag key={flag} tone="gold" icon={<IconAlert size={14} aria-hidden="true" />}>
            {t(`flags.${flag}`)}
          </Tag>
        ))}
      </div>
    </AboutPicture>
  );
}

interface DecisionsProps {
  isPrivate: boolean;
  onApprove: () => void;
  onHide: () => void;
  onRefuse: () => void;
}

function Decisions({ isPrivate, onApprove, onHide, onRefuse }: DecisionsProps) {
  const { t } = useTranslation('office/photos');
  return (
    <May call="decidePhoto">
      <ApproveOrRefuse onApprove={onApprove} onRefuse={onRefuse} />
      {!isPrivate && (
        <Button
          look="secondary"
          icon={<IconLock size={20} aria-hidden="true" />}
          aria-keyshortcuts="p"
          onClick={onHide}
        >
          {t('private')} <kbd>P</kbd>
        </Button>
      )}
    </May>
  );
}

const Preload = ({ photos }: { photos: Waiting[] }) => (
  <div hidden>
    {photos.map((photo) => (
      <img key={photo.id} src={photo.filename} alt="" />
    ))}
  </div>
);
