import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import { chatImageRefusals, type ChatImageRefusal } from '#contract/photos/refusal-reasons.ts';
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
import { callQuery } from '#web/session/query-client.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import styles from '#office/pieces/office.module.css';

type Queue = CallReply<'adminChatImages'>;
type Waiting = Queue['images'][number];

const REFRESH_MS = 15_000;
const queue = { ...callQuery('adminChatImages'), refetchInterval: REFRESH_MS };

export const load = officeLoad(queue);
export const handle = { i18n: ['office/chat', 'office/moderation', 'photos', 'errors'] };

function useInspection(waiting: readonly Waiting[]) {
  const { t } = useTranslation('office/moderation');
  const review = useReviewQueue('decideChatImage', {
    queue: 'adminChatImages',
    list: 'images',
    items: waiting,
    said: ({ approve: approved }) => t(approved ? 'review.approved' : 'review.refused'),
  });
  const { settle } = review;
  const approve = () => settle((id) => ({ id, approve: true }));
  const approveBlurred = () => settle((id) => ({ id, approve: true, intimate: true }));
  const refuse = (reason: ChatImageRefusal) => settle((id) => ({ id, approve: false, reason }));
  useReviewKeys(review, { a: approve, b: approveBlurred }, { moves: true });

  return { ...review, approve, approveBlurred, refuse };
}

export default function ChatImages() {
  const { t } = useTranslation(['office/chat', 'office/moderation', 'photos']);
  const { data } = useQuery(queue);
  const inspection = useInspection(data?.images ?? []);
  const { item: image, isGone, place, left, go, refusing, setRefusing } = inspection;
  return (
    <ReviewPage
      title={t('images.title')}
      waiting={t('office/moderation:review.waiting', { count: data?.waiting ?? 0 })}
    >
      {image ? (
        <PictureReview
          src={image.filename}
          alt={t('images.between', { sender: image.sender.name, recipient: image.recipient.name })}
          place={place}
          count={left.length}
          onGo={go}
          keys={t('images.keys')}
        >
          <ImageFacts image={image} />
          {isGone ? (
            <AlreadyDecided onNext={inspection.pass} />
          ) : refusing ? (
            <RefusalReasons
              reasons={chatImageRefusals}
              text={(reason) => t(`photos:reasons.${reason}`)}
              onChoose={inspection.refuse}
              onBack={() => setRefusing(false)}
            />
          ) : (
            <May call="decideChatImage">
              <ApproveOrRefuse
                onApprove={inspection.approve}
                onApproveBlurred={image.intimate ? undefined : inspection.approveBlurred}
                onRefuse={() => setRefusing(true)}
              />
            </May>
          )}
        </PictureReview>
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

function ImageFacts({
  image: { sender, recipient, text, credits, intimate, created_at },
}: {
  image: Waiting;
}) {
  const { t } = useTranslation(['office/chat', 'office/moderation']);
  const { date, time } = useFormats();
  return (
    <AboutPicture
      title={t('images.between', { sender: nameAndAge(sender), recipient: nameAndAge(recipient) })}
    >
      <KindLabel profile={recipient} plain />
      {text && <blockquote className={styles['words']}>{text}</blockquote>}
      <p>{t('office/moderation:review.sent', { when: `${date(created_at)}, ${time(created_at)}` })}</p>
      {intimate !== false && <p>{t(intimate ? 'images.intimate' : 'images.no_verdict')}</p>}
      <p>{t('images.unseen', { name: recipient.name })}</p>
      {credits > 0 && <p>{t('images.returned', { name: sender.name })}</p>}
    </AboutPicture>
  );
}
