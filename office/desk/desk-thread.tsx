import type { ReactNode } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { useDraft } from '#web/session/draft.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { IconChevronLeft } from '#web/ui/icons.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { Claim } from './claim.tsx';
import { DeskComposer } from './desk-composer.tsx';
import { DeskSide } from './desk-side.tsx';
import { MessageLog } from './message-log.tsx';
import type { Past } from './search/past-conversation.ts';
import { TellModerator } from './tell-moderator.tsx';
import { useDeskThread } from './use-desk-thread.ts';
import styles from './desk.module.css';

export function DeskThread({
  conversation,
  past,
  typing,
  isWriting,
  onWriting,
  onClose,
  onNext,
}: {
  conversation: number;
  /** Opened from a search. */
  past: Past | null;
  typing: boolean;
  /** The composer gets the focus when it appears. */
  isWriting: boolean;
  onWriting: () => void;
  onClose: () => void;
  onNext: () => void;
}) {
  const { t } = useTranslation('office/desk');
  const { errorText } = useErrorText();
  const { thread, history, error, refetch } = useDeskThread(conversation, past);
  const [draft, setDraft] = useDraft(useMember().id, `desk-${conversation}`);

  if (!thread) {
    return (
      <section className={styles['thread']} aria-label={t('messages')}>
        <ThreadHead title={t('title')} onClose={onClose} />
        {error ? (
          <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>
        ) : (
          <TextSkeleton lines={8} />
        )}
      </section>
    );
  }
  const { profile, member } = thread;
  const isAnswered = history.messages.some(({ sender }) => sender === profile.id);
  return (
    <>
      <section
        className={styles['thread']}
        aria-label={t('between', { member: member.name, profile: profile.name })}
      >
        <ThreadHead title={t('as', { name: profile.name })} profile={profile} onClose={onClose}>
          <TellModerator conversation={conversation} />
          <Claim conversation={conversation} mine={thread.mine} by={thread.claimed_by} />
        </ThreadHead>
        <MessageLog thread={thread} history={history} typing={typing} found={past?.message ?? null} />
        {thread.spending.stops ? (
          <Alert tone="warning">
            {t(thread.spending.paused_until ? 'stops_paused' : 'stops_cap', { name: member.name })}
          </Alert>
        ) : thread.mine ? (
          <DeskComposer
            conversation={conversation}
            text={draft}
            onText={setDraft}
            thread={thread}
            // An opening line suits the first answer only.
            openings={isAnswered ? [] : thread.openings}
            isWriting={isWriting}
            onWriting={onWriting}
            onNext={onNext}
          />
        ) : (
          <TakeFirst draft={draft} by={thread.claimed_by} />
        )}
      </section>
      <DeskSide thread={thread} conversation={conversation} />
    </>
  );
}

interface HeadProps {
  title: string;
  profile?: CallReply<'deskThread'>['profile'];
  onClose: () => void;
  children?: ReactNode;
}

/** Also shown while the conversation loads and if it cannot be opened, for its way back to the list. */
function ThreadHead({ title, profile, onClose, children }: HeadProps) {
  const { t } = useTranslation('office/desk');
  return (
    <header className={styles['thread-head']}>
      <IconButton className={styles['back']} label={t('back')} onClick={onClose}>
        <IconChevronLeft size={22} />
      </IconButton>
      {profile && <Avatar profile={profile} size={40} />}
      <div>
        <h1>{title}</h1>
        {profile && <KindLabel profile={profile} plain />}
      </div>
      {children && <div className={styles['head-acts']}>{children}</div>}
    </header>
  );
}

/** Replaces the composer until the writer claims the conversation. Still shows a draft if a colleague claimed it. */
function TakeFirst({ draft, by }: { draft: string; by: { name: string } | null }) {
  const { t } = useTranslation('office/desk');
  if (draft.trim() === '') return <p className={styles['note']}>{t('take_first')}</p>;
  return (
    <Alert tone="warning" title={by ? t('draft_taken', { name: by.name }) : t('draft_kept')}>
      <p className={styles['draft']}>{draft}</p>
    </Alert>
  );
}
