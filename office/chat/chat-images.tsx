import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import {
  AboutPicture,
  AlreadyDecided,
  ApproveOrRefuse,
  NothingWaits,
  PictureReview,
  ReviewPage,
} from '#office/moderation/review-queue.tsx';
import { useKeys } from '#office/moderation/use-keys.ts';
import { useQueueDecision } from '#office/moderation/use-queue-decision.ts';
import { useQueueItem } from '#office/moderation/use-queue-item.ts';
import { May, useMay } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { nameAndAge } from '#web/ui/name-and-age.ts';
import { KindLabel } from '#web/ui/portrait-card.tsx';

type Queue = CallReply<'adminChatImages'>;
type Waiting = Queue['images'][number];

const REFRESH_MS = 15_000;
const queue = { ...callQuery('adminChatImages'), refetchInterval: REFRESH_MS };

const load = officeLoad(queue);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/chat', 'office/moderation', 'errors'] };

export default function ChatImages() {
  const { t } = useTranslation(['office/chat', 'office/moderation']);
  const { data } = useQuery(queue);
  const decide = useQueueDecision('decideChatImage', {
    queue: 'adminChatImages',
    list: 'images',
    said: ({ approve }) =>
      t(approve ? 'office/moderation:review.approved' : 'office/moderation:review.refused'),
    onFailed: () => shown.restore(),
  });
  const mayDecide = useMay('decideChatImage');
  const shown = useQueueItem(data?.images ?? []);
  const { item: image, isGone, place, left } = shown;

  const settle = (approve: boolean) => {
    if (!mayDecide || !image || isGone) return;
    decide.mutate({ id: image.id, approve });
    shown.pass();
  };
  useKeys((key) => {
    if (key === 'a') settle(true);
    else if (key === 'r') settle(false);
    else if (key === 'ArrowRight') shown.go(place + 1);
    else if (key === 'ArrowLeft') shown.go(place - 1);
  });

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
          onGo={shown.go}
          keys={t('images.keys')}
        >
          <ImageFacts image={image} />
          {isGone ? (
            <AlreadyDecided onNext={shown.pass} />
          ) : (
            <May call="decideChatImage">
              <ApproveOrRefuse onApprove={() => settle(true)} onRefuse={() => settle(false)} />
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

function ImageFacts({ image: { sender, recipient, credits, created_at } }: { image: Waiting }) {
  const { t } = useTranslation(['office/chat', 'office/moderation']);
  const { date, time } = useFormats();
  return (
    <AboutPicture
      title={t('images.between', { sender: nameAndAge(sender), recipient: nameAndAge(recipient) })}
    >
      <KindLabel profile={recipient} plain />
      <p>{t('office/moderation:review.sent', { when: `${date(created_at)}, ${time(created_at)}` })}</p>
      <p>{t('images.unseen', { name: recipient.name })}</p>
      {credits > 0 && <p>{t('images.returned', { name: sender.name })}</p>}
    </AboutPicture>
  );
}
