import { useEffect, useRef, useState } from 'react';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { VideoCall } from '#contract/video-calls/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import type { CallSession, CallSnapshot } from './call-session.ts';
import { isOnlyCamera, MediaFaultAlert } from './media-fault.tsx';
import { useRing } from './use-ring.ts';
import styles from './dialogs.module.css';

interface IncomingSheetProps {
  session: CallSession;
  snapshot: CallSnapshot;
  call: VideoCall;
}

/** Keys that the member was typing when the call came must not answer it. */
const CARELESS_MS = 700;

/** An invitation that rings, on whichever page the member is. */
export function IncomingSheet({ session, snapshot: { media }, call }: IncomingSheetProps) {
  const { t } = useTranslation('video_calls');
  const { errorText } = useErrorText();
  const [openedAt] = useState(() => performance.now());
  const [answering, setAnswering] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useRing();
  // Opening focuses the first button, which a key of somebody who is typing would press.
  useEffect(() => {
    content.current?.focus();
  }, []);
  const careful = (act: () => void) => () => {
    if (performance.now() - openedAt > CARELESS_MS) act();
  };
  const run = async (act: () => Promise<unknown>) => {
    setAnswering(true);
    try {
      await act();
    } catch (error) {
      toast('error', errorText(error));
    }
    setAnswering(false);
  };
  const answer = (withoutCamera: boolean) =>
    careful(
      () =>
        void run(async () => {
          if (await session.openMedia(call.kind, withoutCamera)) await session.answer(call);
        }),
    );
  const { profile, kind } = call;
  const cameraFails = media.step === 'fault' && isOnlyCamera(media.fault);
  return (
    <Modal
      open
      locked
      onClose={() => {}}
      size="s"
      kind="sheet"
      title={t(`incoming.title_${kind}`, { name: profile.name })}
      footer={
        <>
          <Button look="secondary" onClick={careful(() => void run(() => session.decline(call)))}>
            {t('incoming.decline')}
          </Button>
          <Button busy={answering} onClick={answer(cameraFails)}>
            {t(cameraFails ? 'incoming.without_camera' : 'incoming.answer')}
          </Button>
        </>
      }
    >
      <div ref={content} tabIndex={-1} className={styles['incoming']}>
        <span className={styles['rings']}>
          <Avatar profile={profile} size={96} />
        </span>
        <strong>{nameAndAge(profile)}</strong>
        <p>{t('incoming.free')}</p>
        {kind === 'video' && <p>{t('promise.blurred')}</p>}
        <p>{t('promise.hidden', { name: profile.name })}</p>
        {media.step === 'asking' && (
          <p role="status">{t(kind === 'video' ? 'preview.asking' : 'preview.asking_microphone')}</p>
        )}
        {media.step === 'fault' && <MediaFaultAlert fault={media.fault} />}
        {kind === 'video' && !cameraFails && (
          <Button look="quiet" size="s" onClick={answer(true)}>
            {t('incoming.without_camera')}
          </Button>
        )}
      </div>
    </Modal>
  );
}
