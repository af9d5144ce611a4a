import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallReply } from '#contract/calls.ts';
import type { VideoCallKind } from '#contract/video-calls/lists.ts';
import { ApiError } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconEyeOff, IconPhone, IconShield, IconVideo } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { CallSession, CallSnapshot } from './call-session.ts';
import { isOnlyCamera } from './media-fault.tsx';
import { MediaPreview } from './media-preview.tsx';
import type { WantedCall } from './wanted-call.ts';
import styles from './dialogs.module.css';

type VideoCallOffer = CallReply<'videoCallOffer'>;

interface StartDialogProps {
  session: CallSession;
  snapshot: CallSnapshot;
  wanted: WantedCall;
  onKind: (kind: VideoCallKind) => void;
  onStarted: () => void;
  onClose: () => void;
}

/** Shows the price and checks camera and microphone before the member invites. */
export function StartDialog({ session, snapshot, wanted, onKind, onStarted, onClose }: StartDialogProps) {
  const { profile, kind } = wanted;
  const { t } = useTranslation('video_calls');
  const offer = useQuery({
    ...callQuery('videoCallOffer', { query: { profile: profile.id } }),
    staleTime: 0,
    gcTime: 0,
  });
  const available = offer.data?.available === true;
  const invite = useInvite(session, wanted, offer.data, onStarted);
  useEffect(() => {
    if (available) void session.openMedia(kind);
  }, [available, kind, session]);
  const { media } = snapshot;
  return (
    <Modal
      open
      onClose={onClose}
      kind="sheet"
      title={t(`start.title_${kind}`, { name: profile.name })}
      footer={
        available && (
          <>
            {media.step === 'fault' && isOnlyCamera(media.fault) && (
              <Button
                look="secondary"
                icon={<IconPhone size={18} aria-hidden="true" />}
                onClick={() => onKind('voice')}
              >
                {t('start.voice_instead')}
              </Button>
            )}
            {media.step === 'fault' ? (
              <Button onClick={() => void session.openMedia(kind)}>{t('common:retry')}</Button>
            ) : (
              <Button
                disabled={media.step !== 'ready'}
                busy={invite.isPending}
                icon={<KindIcon kind={kind} />}
                onClick={() => invite.mutate()}
              >
                {t('start.call', { name: profile.name })}
              </Button>
            )}
          </>
        )
      }
    >
      {offer.isError && <Refusal error={offer.error} />}
      {offer.isPending && <Skeleton height={220} />}
      {offer.data && !available && <Unavailable offer={offer.data} />}
      {available && offer.data && (
        <div className={styles['start']}>
          <MediaPreview media={media} kind={kind} />
          <Price offer={offer.data} kind={kind} name={profile.name} />
          {invite.isError && <Refusal error={invite.error} />}
        </div>
      )}
    </Modal>
  );
}

function KindIcon({ kind }: { kind: VideoCallKind }) {
  const Icon = kind === 'video' ? IconVideo : IconPhone;
  return <Icon size={18} aria-hidden="true" />;
}

const priceOf = (offer: VideoCallOffer, kind: VideoCallKind): number =>
  kind === 'video' ? offer.video_credits : offer.voice_credits;

function useInvite(
  session: CallSession,
  { profile, kind }: WantedCall,
  offer: VideoCallOffer | undefined,
  onStarted: () => void,
) {
  // A repeated press invites once: the server knows the invitation by its id.
  const id = useRef<string>(null);
  return useMutation({
    mutationFn: async () => {
      id.current ??= crypto.randomUUID();
      if (offer) await session.invite(id.current, profile.id, kind, priceOf(offer, kind));
    },
    onSuccess: onStarted,
    onError: (error) => {
      if (error instanceof ApiError && error.status !== 0) id.current = null;
    },
  });
}

function Price({ offer, kind, name }: { offer: VideoCallOffer; kind: VideoCallKind; name: string }) {
  const { t } = useTranslation('video_calls');
  return (
    <>
      <div className={styles['price']}>
        <strong>{t('start.price', { count: priceOf(offer, kind) })}</strong>
        {offer.free_seconds > 0 && <span className={styles['free']}>{t('start.free')}</span>}
        <p>
          {t('start.pays', { name })} {t('start.ends', { count: offer.minutes })}
        </p>
        <p>{t('start.balance', { count: offer.credits })}</p>
      </div>
      <ul className={styles['promises']}>
        {kind === 'video' && (
          <li>
            <IconEyeOff size={18} aria-hidden="true" />
            {t('promise.blurred')}
          </li>
        )}
        <li>
          <IconShield size={18} aria-hidden="true" />
          {t('promise.hidden', { name })}
        </li>
      </ul>
    </>
  );
}

/** The server's refusal before anything was asked of the member, with the way out where there is one. */
function Unavailable({ offer: { reason, params } }: { offer: VideoCallOffer }) {
  return <Refusal error={new ApiError(409, { ...(reason && { error: reason }), params })} />;
}

function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation('video_calls');
  const { errorText } = useErrorText();
  const needsCredits =
    error instanceof ApiError && (error.code === 'not_enough_credits' || error.code === 'video_call_credits');
  return (
    <Alert
      tone="warning"
      action={
        needsCredits && (
          <ButtonLink to="/credits" size="s">
            {t('start.buy')}
          </ButtonLink>
        )
      }
    >
      {errorText(error)}
    </Alert>
  );
}
