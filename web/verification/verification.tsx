import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Verification } from '#contract/photos/verification.ts';
import { SELFIE_DAYS } from '#contract/rules/verification-rules.ts';
import { isRefusal } from '#web/api.ts';
import { PosePicture } from '#web/drawings/pose-picture.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCamera, IconClock, IconVerified } from '#web/ui/icons.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { Demand } from './demand.tsx';
import { LivenessOffer } from './liveness-offer.tsx';
import styles from './verification.module.css';

const stateQuery = callQuery('verification');

export const load: ScreenLoad = ({ ensure, requireUser }) => {
  requireUser();
  return ensure(stateQuery);
};
export const handle = { i18n: ['verification', 'errors'] };

export default function VerificationScreen() {
  const { t } = useTranslation('verification');
  const queries = useQueryClient();
  const { data } = useQuery(stateQuery);
  if (!data) return null;
  const { demand, liveness } = data;
  const onState = (parts: Partial<Verification>) =>
    queries.setQueryData(stateQuery.queryKey, (before) => before && { ...before, ...parts });
  return (
    <Page title={t('title')} lead={data.state === 'verified' ? undefined : t('lead')} width="narrow">
      <div className={styles['form']}>
        {demand && <Demand demand={demand} />}
        {data.state === 'verified' && (
          <EmptyState
            icon={<IconVerified size={44} />}
            title={t('verified_title')}
            text={[t('verified_text'), data.ends_with_photos && t('ends_with_photos')]
              .filter(Boolean)
              .join(' ')}
          />
        )}
        {data.state === 'waiting' && <Waiting onState={onState} />}
        {data.state === 'asked' && data.pose && <PoseRequest pose={data.pose} onState={onState} />}
        {(data.state === 'none' || data.state === 'refused') && (
          <VerificationStart state={data} onState={onState} />
        )}
        {liveness && data.state !== 'verified' && (
          <LivenessOffer liveness={liveness} onChange={(changed) => onState({ liveness: changed })} />
        )}
      </div>
    </Page>
  );
}

interface Step {
  onState: (state: Verification) => void;
}

function VerificationStart({ state, onState }: Step & { state: Verification }) {
  const { t } = useTranslation('verification');
  const { errorText } = useErrorText();
  const api = useApi();
  const begin = useMutation({ mutationFn: () => api.call('beginVerification'), onSuccess: onState });
  const needsPhoto = isRefusal(begin.error, 'verification_needs_photo');
  return (
    <div className={styles['form']}>
      {state.reason && (
        <Alert tone="info" title={t('refused_title')}>
          {t(`reasons.${state.reason}`)}
        </Alert>
      )}
      {begin.error && (
        <Alert
          tone="error"
          title={errorText(begin.error)}
          action={
            needsPhoto ? (
              <ButtonLink to="/profile" look="secondary" size="s">
                {t('needs_photo')}
              </ButtonLink>
            ) : undefined
          }
        />
      )}
      <Button size="l" busy={begin.isPending} onClick={() => begin.mutate()}>
        {t(state.reason ? 'again' : 'start')}
      </Button>
    </div>
  );
}

function PoseRequest({ pose, onState }: Step & { pose: NonNullable<Verification['pose']> }) {
  const { t } = useTranslation('verification');
  const { errorText } = useErrorText();
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [selfie, setSelfie] = useState<{ file: File; address: string } | null>(null);
  useEffect(() => () => void (selfie && URL.revokeObjectURL(selfie.address)), [selfie]);
  const send = useMutation({
    mutationFn(file: File) {
      const body = new FormData();
      body.set('file', file);
      return api.call('sendSelfie', { body });
    },
    onSuccess: onState,
  });
  return (
    <Card>
      <div className={styles['form']}>
        <div className={styles['ask']}>
          <PosePicture pose={pose} />
          <div>
            <h2>{t('pose_title')}</h2>
            <p>
              <strong>{t(`poses.${pose}`)}</strong>
            </p>
            <p className={styles['quiet']}>{t('pose_text')}</p>
          </div>
        </div>
        {send.error && <Alert tone="error" title={errorText(send.error)} />}
        {selfie && <img className={styles['preview']} src={selfie.address} alt={t('preview')} />}
        <input
          ref={input}
          type="file"
          accept="image/*"
          capture="user"
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) setSelfie({ file, address: URL.createObjectURL(file) });
            target.value = '';
          }}
        />
        <Button
          size="l"
          look={selfie ? 'secondary' : 'primary'}
          icon={<IconCamera size={22} />}
          onClick={() => input.current?.click()}
        >
          {t(selfie ? 'change' : 'choose')}
        </Button>
        {selfie && (
          <Button size="l" busy={send.isPending} onClick={() => send.mutate(selfie.file)}>
            {t('send')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Waiting({ onState }: Step) {
  const { t } = useTranslation('verification');
  const { errorText } = useErrorText();
  const api = useApi();
  const withdraw = useMutation({ mutationFn: () => api.call('withdrawVerification'), onSuccess: onState });
  return (
    <div className={styles['form']}>
      {withdraw.error && <Alert tone="error" title={errorText(withdraw.error)} />}
      <EmptyState
        icon={<IconClock size={44} />}
        title={t('waiting_title')}
        text={t('waiting_text', { days: SELFIE_DAYS })}
      />
      <Button look="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t('withdraw')}
      </Button>
    </div>
  );
}
