import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallReply } from '#contract/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useApi } from '#web/session/use-session.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconArrowLeft, IconArrowRight, IconCheck, IconCircleCheck, IconX } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { KindLabel } from '#web/ui/portrait-card.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Queues } from './queues.tsx';
import { useKeys } from './use-keys.ts';
import styles from './chat-images.module.css';

type Queue = CallReply<'adminChatImages'>;
type Waiting = Queue['images'][number];

const REFRESH_MS = 15_000;
const queue = { ...callQuery('adminChatImages'), refetchInterval: REFRESH_MS };

const load: ScreenLoad = ({ ensure, requireUser }) => {
  requireUser();
  return ensure(queue);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['chat_images', 'photos', 'complaint_queue', 'errors'] };

/** /admin/chat-images: flagged images of conversations, decided by keys. A decision shows at once and the next image is there. */
export default function ChatImages() {
  const { t } = useTranslation(['chat_images', 'photos']);
  const { data } = useQuery(queue);
  const decide = useDecide();
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
    <div className={styles['page']}>
      <PageHead title={t('title')} />
      <Queues />
      <header className={styles['head']}>
        <h1>{t('title')}</h1>
        <span className={styles['waiting']} aria-live="polite">
          {t('inspect.waiting', { ns: 'photos', count: data?.waiting ?? 0 })}
        </span>
      </header>
      {image ? (
        <div className={styles['desk']}>
          <figure className={styles['stage']}>
            <img key={image.id} src={image.filename} alt={t('between', { sender: image.sender.name, recipient: image.recipient.name })} />
            <IconButton
              className={styles['back']}
              look="float"
              label={t('inspect.previous', { ns: 'photos' })}
              disabled={place === 0}
              onClick={() => go(place - 1)}
            >
              <IconArrowLeft size={22} />
            </IconButton>
            <IconButton
              className={styles['on']}
              look="float"
              label={t('inspect.next', { ns: 'photos' })}
              disabled={place === images.length - 1}
              onClick={() => go(place + 1)}
            >
              <IconArrowRight size={22} />
            </IconButton>
          </figure>
          <aside className={styles['side']}>
            <About image={image} />
            <div className={styles['buttons']}>
              <Button size="l" icon={<IconCheck size={22} aria-hidden="true" />} aria-keyshortcuts="a" onClick={() => settle(true)}>
                {t('inspect.approve', { ns: 'photos' })} <kbd>A</kbd>
              </Button>
              <Button size="l" look="danger" icon={<IconX size={22} aria-hidden="true" />} aria-keyshortcuts="r" onClick={() => settle(false)}>
                {t('inspect.refuse', { ns: 'photos' })} <kbd>R</kbd>
              </Button>
            </div>
            <p className={styles['keys']}>{t('keys')}</p>
          </aside>
        </div>
      ) : (
        <EmptyState icon={<IconCircleCheck size={44} />} title={t('inspect.done_title', { ns: 'photos' })} text={t('inspect.done_text', { ns: 'photos' })} />
      )}
    </div>
  );
}

function About({ image: { sender, recipient, credits, created_at } }: { image: Waiting }) {
  const { t } = useTranslation(['chat_images', 'photos']);
  const { date, time } = useFormats();
  return (
    <div className={styles['about']}>
      <h2>{t('between', { sender: `${sender.name}, ${sender.age}`, recipient: `${recipient.name}, ${recipient.age}` })}</h2>
      <KindLabel profile={recipient} plain />
      <p suppressHydrationWarning>{t('inspect.sent', { ns: 'photos', when: `${date(created_at)}, ${time(created_at)}` })}</p>
      <p>{t('unseen', { name: recipient.name })}</p>
      {credits > 0 && <p>{t('returned', { name: sender.name })}</p>}
    </div>
  );
}

/** A decided image leaves the queue at once and comes back when the server refuses the decision. */
function useDecide() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation('photos');
  const { errorText } = useErrorText();
  return useMutation({
    mutationFn: (body: { id: number; approve: boolean }) => api.call('decideChatImage', { body }),
    async onMutate({ id }) {
      await queries.cancelQueries({ queryKey: queue.queryKey });
      queries.setQueryData(
        queue.queryKey,
        (now: Queue | undefined) => now && { ...now, waiting: Math.max(0, now.waiting - 1), images: now.images.filter((image) => image.id !== id) },
      );
    },
    onSuccess: (_, { approve }) => toast('success', t(approve ? 'inspect.approved' : 'inspect.refused')),
    onError(error) {
      toast('error', errorText(error));
      void queries.invalidateQueries({ queryKey: queue.queryKey });
    },
    onSettled() {
      // The last of this page: the next ones.
      if ((queries.getQueryData<Queue>(queue.queryKey)?.images.length ?? 0) < 5) void queries.invalidateQueries({ queryKey: queue.queryKey });
    },
  });
}
