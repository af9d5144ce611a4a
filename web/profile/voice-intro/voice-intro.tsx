import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import type { OwnVoiceIntros } from '#contract/voice/calls.ts';
import { INTRO_SECONDS } from '#contract/voice/limits.ts';
import type { VoiceIntro as Intro } from '#contract/voice/voice-intro.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconTrash } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { VoicePlayer } from '#web/ui/voice/player.tsx';
import { useIntroDraft } from './use-intro-draft.ts';
import styles from './voice-intro.module.css';

export const introsQuery = callQuery('voiceIntros');

const IntroRecorder = lazyDialog(() => import('./intro-recorder.tsx'), <Skeleton height={96} />);
const IntroPreview = lazyPart(() => import('./intro-preview.tsx'));

/** The member's own voice introduction: record, hear, send, replace and delete it. */
export function VoiceIntro() {
  const { t } = useTranslation('voice_intro');
  const { data, error, refetch } = useQuery(introsQuery);
  return (
    <section className={styles['section']} aria-labelledby="voice-intro">
      <h2 id="voice-intro">{t('title')}</h2>
      <p className={styles['note']}>{t('lead', { seconds: INTRO_SECONDS })}</p>
      {data ? (
        <Loaded intros={data} />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
    </section>
  );
}

function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  return (
    <Alert
      tone="error"
      action={
        <Button size="s" look="secondary" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {errorText(error)}
    </Alert>
  );
}

function Loaded({ intros: { current, next } }: { intros: OwnVoiceIntros }) {
  const { t } = useTranslation('voice_intro');
  const queries = useQueryClient();
  const { draft, setDraft } = useIntroDraft();
  const [opener, setOpener] = useState<EventTarget | null>(null);
  const [deleting, setDeleting] = useState<number | null>(null);
  const show = (intros: OwnVoiceIntros) => queries.setQueryData(introsQuery.queryKey, intros);
  return (
    <>
      {current && (
        <OwnIntro intro={current} onDelete={() => setDeleting(current.id)}>
          <p>{t('current')}</p>
        </OwnIntro>
      )}
      {next && (
        <OwnIntro intro={next} onDelete={() => setDeleting(next.id)}>
          {next.status === 'refused' ? (
            <p className={styles['refused']}>
              {t('refused')} {next.refusal_reason && `${t(`reasons.${next.refusal_reason}`)}.`}
            </p>
          ) : (
            <p>
              {t('inspecting')} {current && t('replaces')}
            </p>
          )}
        </OwnIntro>
      )}
      {draft ? (
        <Suspense fallback={<Skeleton height={96} />}>
          <IntroPreview
            draft={draft}
            onDelete={() => setDraft(null)}
            onSent={(sent) => {
              setDraft(null);
              show(sent);
              toast('success', t('sent'));
            }}
          />
        </Suspense>
      ) : (
        opener && (
          <IntroRecorder
            opener={opener}
            onClose={() => setOpener(null)}
            onDone={(recorded) => {
              setDraft(recorded);
              setOpener(null);
            }}
          />
        )
      )}
      {/* It stays in the page, because the focus returns to it. */}
      <span hidden={draft !== null || opener !== null}>
        <Button look="secondary" onClick={({ currentTarget }) => setOpener(currentTarget)}>
          {t(current || next ? 'record_new' : 'record')}
        </Button>
      </span>
      <DeleteDialog id={deleting} onClose={() => setDeleting(null)} onDeleted={show} />
    </>
  );
}

interface OwnIntroProps {
  intro: Intro;
  onDelete: () => void;
  children: ReactNode;
}

function OwnIntro({ intro: { filename, duration_ms, waveform }, onDelete, children }: OwnIntroProps) {
  const { t } = useTranslation('voice_intro');
  return (
    <div className={styles['own']}>
      <VoicePlayer title={t('title')} source={filename} durationMs={duration_ms} waveform={waveform} />
      <div className={styles['about']}>
        {children}
        <Button size="s" look="quiet" icon={<IconTrash size={18} aria-hidden="true" />} onClick={onDelete}>
          {t('remove')}
        </Button>
      </div>
    </div>
  );
}

interface DeleteDialogProps {
  id: number | null;
  onClose: () => void;
  onDeleted: (intros: OwnVoiceIntros) => void;
}

function DeleteDialog({ id, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation(['voice_intro', 'common']);
  const api = useApi();
  const { errorText } = useErrorText();
  const remove = useMutation({
    mutationFn: (gone: number) => api.call('deleteVoiceIntro', { body: { id: gone } }),
    onSuccess: onDeleted,
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Modal
      open={id !== null}
      onClose={onClose}
      title={t('remove_title')}
      size="s"
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              if (id !== null) remove.mutate(id);
              onClose();
            }}
          >
            {t('remove')}
          </Button>
        </>
      }
    >
      <p>{t('remove_text')}</p>
    </Modal>
  );
}
