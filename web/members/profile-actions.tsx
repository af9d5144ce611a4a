import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberProfile } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLike } from '#web/likes/use-like.ts';
import { useNavigate } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useUser } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import {
  IconBan,
  IconDots,
  IconExternal,
  IconEye,
  IconEyeOff,
  IconFlag,
  IconGift,
  IconHeart,
  IconHeartFilled,
  IconMessage,
} from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useDismiss } from './use-dismiss.ts';
import styles from './profile-actions.module.css';

const BlockDialog = lazyDialog(async () => ({
  default: (await import('#web/complaints/block-dialog.tsx')).BlockDialog,
}));

/**
 * Message, like, gift, block and report. For a visitor each action opens signup, with a sentence about that
 * action (docs/product.md 6.1).
 */
export function ProfileActions({ member }: { member: MemberProfile }) {
  const { t } = useTranslation('members');
  const user = useUser();
  const navigate = useNavigate();
  const openSignup = useOpenSignup();
  const toggleLike = useLike();
  const { id, name, liked } = member;
  const goOrSignUp = (act: 'chat' | 'gift', to: string) => () =>
    user ? void navigate(to) : openSignup({ act, profile: id, name });

  if (member.blocked) return <BlockedProfile member={member} />;
  return (
    <div className={styles['actions']}>
      {member.cam ? (
        <CamLink url={member.cam.url} />
      ) : (
        <Button
          size="l"
          className={styles['message']}
          icon={<IconMessage size={22} />}
          onClick={goOrSignUp('chat', `/members/${id}/chat`)}
        >
          {t(member.conversation ? 'profile.continue' : 'profile.message')}
        </Button>
      )}
      {(!member.cam || liked) && (
        <Button
          size="l"
          look="secondary"
          className={styles['like']}
          aria-pressed={liked}
          title={liked ? t('profile.unlike') : undefined}
          icon={liked ? <IconHeartFilled size={22} /> : <IconHeart size={22} />}
          onClick={() => toggleLike(member, liked)}
        >
          {t(liked ? 'profile.liked' : 'profile.like')}
        </Button>
      )}
      {!member.cam && (
        <Button
          size="l"
          look="secondary"
          className={styles['gift']}
          aria-label={t('profile.gift')}
          title={t('profile.gift')}
          icon={<IconGift size={22} />}
          onClick={goOrSignUp('gift', `/members/${id}/chat?open=gift`)}
        />
      )}
      <MoreActions member={member} />
    </div>
  );
}

function BlockedProfile({ member: { id, name } }: { member: MemberProfile }) {
  const { t } = useTranslation('members');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const unblock = useMutation({
    mutationFn: () => api.call('unblock', { body: { profile: id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['member', { id }] });
      void queries.invalidateQueries({ queryKey: ['members'] });
      toast('success', t('profile.unblocked', { name }));
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Alert tone="warning">
      <div className={styles['blocked']}>
        <p>{t('profile.blocked', { name })}</p>
        <Button look="secondary" busy={unblock.isPending} onClick={() => unblock.mutate()}>
          {t('profile.unblock')}
        </Button>
      </div>
    </Alert>
  );
}

function CamLink({ url }: { url: string }) {
  const { t } = useTranslation('members');
  return (
    <a className={styles['watch']} href={url} target="_blank" rel="noopener noreferrer nofollow sponsored">
      <IconExternal size={20} aria-hidden="true" />
      {t('profile.cam_watch')}
    </a>
  );
}

function MoreActions({ member }: { member: MemberProfile }) {
  const { t } = useTranslation('members');
  const user = useUser();
  const [blocking, setBlocking] = useState(false);
  const dismiss = useDismiss(member);
  const { id, name, dismissed = false } = member;
  return (
    <>
      <Menu label={t('profile.more')} buttonClassName={styles['more']} button={<IconDots size={22} />}>
        {user && user.id !== id && (
          <button type="button" onClick={() => dismiss(!dismissed)}>
            {dismissed ? (
              <IconEye size={20} aria-hidden="true" />
            ) : (
              <IconEyeOff size={20} aria-hidden="true" />
            )}
            {t(dismissed ? 'profile.restore' : 'profile.dismiss')}
          </button>
        )}
        {user && (
          <button type="button" onClick={() => setBlocking(true)}>
            <IconBan size={20} aria-hidden="true" />
            {t('profile.block', { name })}
          </button>
        )}
        <Link to={`/complaints?profile=${id}`}>
          <IconFlag size={20} aria-hidden="true" />
          {t('profile.report', { name })}
        </Link>
      </Menu>
      {blocking && <BlockDialog open profile={member} onClose={() => setBlocking(false)} />}
    </>
  );
}
