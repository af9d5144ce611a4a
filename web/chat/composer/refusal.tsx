import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Chat } from '#contract/chat/conversations.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { SectionPath } from '#contract/membership/settings-sections.ts';
import { ApiError } from '#web/api.ts';
import { changeChat } from '#web/chat/chat-query.ts';
import { useOutbox } from '#web/chat/outbox/outbox.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconMasks } from '#web/ui/icons.ts';
import styles from './composer-notice.module.css';

export function Refused({
  code,
  params,
  chat,
}: {
  code: ErrorCode;
  params: Record<string, string | number>;
  chat: Chat;
}) {
  const { errorText } = useErrorText();
  const back = chat.conversation ? `/chats/${chat.conversation.id}` : `/members/${chat.profile.id}/chat`;
  return (
    <div className={styles['notice']}>
      <Alert
        tone="warning"
        title={errorText(new ApiError(0, { error: code, params }))}
        action={<WayOut code={code} back={back} profile={chat.profile.id} />}
      />
    </div>
  );
}

function WayOut({ code, back, profile }: { code: ErrorCode; back: string; profile: number }) {
  const { t } = useTranslation('chat');
  const to = (path: string) => `${path}?return_to=${encodeURIComponent(back)}`;
  switch (code) {
    case 'not_enough_credits':
      return (
        <span className={styles['ways']}>
          <ButtonLink to={to('/credits')} size="s">
            {t('way_out.credits')}
          </ButtonLink>
          <span>{t('way_out.kept')}</span>
        </span>
      );
    case 'conversation_limit':
      return (
        <span className={styles['ways']}>
          <ButtonLink to={to('/premium')} size="s">
            {t('way_out.premium')}
          </ButtonLink>
          <span>{t('way_out.premium_text')}</span>
        </span>
      );
    case 'age_check_required':
      return (
        <ButtonLink to="/age-check" size="s">
          {t('way_out.age_check')}
        </ButtonLink>
      );
    case 'verification_required':
      return <GetVerified />;
    case 'spending_cap':
      return <Link to={'/notifications/spending' satisfies SectionPath}>{t('way_out.cap')}</Link>;
    case 'spending_paused':
      return <PauseEnds />;
    case 'blocked':
      return <Unblock profile={profile} />;
    default:
      return null;
  }
}

/** Its text comes from the screen that it leads to, so that conversations do not load it. */
function GetVerified() {
  const { t } = useTranslation('verification');
  return (
    <ButtonLink to="/verification" size="s">
      {t('title')}
    </ButtonLink>
  );
}

function PauseEnds() {
  const { t } = useTranslation('chat');
  const { day, time } = useFormats();
  const pause = useMember().spending_pause;
  return (
    <span className={styles['ways']}>
      {pause && (
        <span>{t('way_out.paused_until', { when: `${day(pause.until)}, ${time(pause.until)}` })}</span>
      )}
      <Link to={'/notifications/pause' satisfies SectionPath}>{t('way_out.pause')}</Link>
    </span>
  );
}

function Unblock({ profile }: { profile: number }) {
  const { t } = useTranslation('chat');
  const queries = useQueryClient();
  const api = useApi();
  const unblock = useMutation({
    mutationFn: () => api.call('unblock', { body: { profile } }),
    onSuccess: () => changeChat(queries, { profile }, (chat) => ({ ...chat, blocked: false })),
  });
  return (
    <Button size="s" look="secondary" busy={unblock.isPending} onClick={() => unblock.mutate()}>
      {t('way_out.unblock')}
    </Button>
  );
}

/**
 * Before the first paid message to a fictional profile, the member confirms once that they understand what it
 * is (docs/product.md 11.2).
 */
export function Acknowledge({ chat: { profile }, clientId }: { chat: Chat; clientId: string }) {
  const { t } = useTranslation('chat');
  const { errorText } = useErrorText();
  const queries = useQueryClient();
  const api = useApi();
  const outbox = useOutbox();
  const acknowledge = useMutation({
    mutationFn: () => api.call('fictionalAck', { body: { profile: profile.id } }),
    onSuccess() {
      changeChat(queries, { profile: profile.id }, (chat) => ({ ...chat, fictional_acknowledged: true }));
      outbox.retry(clientId);
    },
  });
  return (
    <div className={styles['acknowledge']} role="alertdialog" aria-labelledby="acknowledge-title">
      <h2 id="acknowledge-title">
        <IconMasks size={24} aria-hidden="true" />
        {t('fictional.title', { name: profile.name })}
      </h2>
      <p>{t('fictional.text', { name: profile.name })}</p>
      {acknowledge.isError && <Alert tone="error">{errorText(acknowledge.error)}</Alert>}
      <span className={styles['ways']}>
        <Button busy={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
          {t('fictional.understood')}
        </Button>
        <Button look="quiet" onClick={() => outbox.discard(clientId)}>
          {t('fictional.no')}
        </Button>
      </span>
    </div>
  );
}
