import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { CallReply } from '#contract/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { nameAndAge } from '../../ui/name-and-age.ts';
import { AboutPicture, ApproveOrRefuse, PictureDesk, ReviewPage } from './review-desk.tsx';
import { useQueueDecision } from './use-queue-decision.ts';
import { useKeys } from './use-keys.ts';

type Queue = CallReply<'adminChatImages'>;
type Waiting = Queue['images'][number];

const REFRESH_MS = 15_000;
const queue = { ...callQuery('adminChatImages'), refetchInterval: REFRESH_MS };

const load = officeLoad(queue);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_chat_images', 'back_office_photos', 'back_office_reports', 'errors'] };

/** /admin/chat-images: flagged images of conversations, decided by keys. A decision shows at once and the next image is there. */
export default function ChatImages() {
  const { t } = useTranslation(['back_office_chat_images', 'back_office_photos']);
  const { data } = useQuery(queue);
  const decide = useQueueDecision('decideChatImage', {
    queue: 'adminChatImages',
    list: 'images',
    said: ({ approve }) => t(approve ? 'inspect.approved' : 'inspect.refused', { ns: 'back_office_photos' }),
  });
  const [at, setAt] = useState(0);
  const images = data?.images ?? [];
  const place = Math.min(at, Math.max(0, images.length - 1));
  const image = images[place];

  const go = (to: number) => setAt(Math.max(0, Math.min(images.length - 1, to)));
  const settle = (approve: boolean) => image && decide.mutate({ id: image.id, approve });
  useKeys((key) => {
    if (key === 'a') settle(true);
    else if (key === 'r') settle(false);
    else if (key === 'ArrowRight') go(place + 1);
    else if (key === 'ArrowLeft') go(place - 1);
  });

  return (
    <ReviewPage title={t('title')} waiting={t('inspect.waiting', { ns: 'back_office_photos', count: data?.waiting ?? 0 })}>
      {image ? (
        <PictureDesk
          src={image.filename}
          alt={t('between', { sender: image.sender.name, recipient: image.recipient.name })}
          place={place}
          count={images.length}
          onGo={go}
          keys={t('keys')}
        >
          <About image={image} />
          <ApproveOrRefuse onApprove={() => settle(true)} onRefuse={() => settle(false)} />
        </PictureDesk>
      ) : (
        <EmptyState
          icon={<IconCircleCheck size={44} />}
          title={t('inspect.done_title', { ns: 'back_office_photos' })}
          text={t('inspect.done_text', { ns: 'back_office_photos' })}
        />
      )}
    </ReviewPage>
  );
}

function About({ image: { sender, recipient, credits, created_at } }: { image: Waiting }) {
  const { t } = useTranslation(['back_office_chat_images', 'back_office_photos']);
  const { date, time } = useFormats();
  return (
    <AboutPicture title={t('between', { sender: nameAndAge(sender), recipient: nameAndAge(recipient) })}>
      <KindLabel profile={recipient} plain />
      <p>{t('inspect.sent', { ns: 'back_office_photos', when: `${date(created_at)}, ${time(created_at)}` })}</p>
      <p>{t('unseen', { name: recipient.name })}</p>
      {credits > 0 && <p>{t('returned', { name: sender.name })}</p>}
    </AboutPicture>
  );
}
