import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link, useNavigate } from 'react-router';
import type { MemberProfile } from '#contract/profiles.ts';
import { useLike } from '#web/likes/use-like.ts';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useUser } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconBan, IconDots, IconExternal, IconFlag, IconGift, IconHeart, IconHeartFilled, IconMessage } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { BlockDialog } from '#web/complaints/block-dialog.tsx';
import styles from './profile-actions.module.css';

/** Message, like, gift, block, report. A visitor's act opens signup with the sentence of that act (docs/product.md 6). */
export function ProfileActions({ member }: { member: MemberProfile }) {
  const { t } = useTranslation('members');
  const { errorText } = useErrorText();
  const user = useUser();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const openSignup = useOpenSignup();
  const toggleLike = useLike();
  const [blocking, setBlocking] = useState(false);
  const { id, name } = member;
  const unblock = useMutation({
    mutationFn: () => api.call('unblock', { body: { profile: id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['member', { id }] });
      void queries.invalidateQueries({ queryKey: ['members'] });
      toast('success', t('profile.unblocked', { name }));
    },
    onError: (error) => toast('error', errorText(error)),
  });
  /** Where a member goes, and what signup says to a visitor. */
  const goOrSignUp = (act: 'chat' | 'gift', to: string) => () => (user ? void navigate(to) : openSignup({ act, profile: id, name }));

  if (member.blocked)
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
  return (
    <div className={styles['actions']}>
      {member.cam ? (
        <a className={styles['watch']} href={member.cam.url} target="_blank" rel="noopener noreferrer nofollow sponsored">
          <IconExternal size={20} aria-hidden="true" />
          {t('profile.cam_watch')}
        </a>
      ) : (
        <Button size="l" className={styles['message']} icon={<IconMessage size={22} />} onClick={goOrSignUp('chat', `/members/${id}/chat`)}>
          {t(member.conversation ? 'profile.continue' : 'profile.message')}
        </Button>
      )}
      <Button
        size="l"
        look="secondary"
        className={styles['like']}
        aria-pressed={member.liked}
        title={member.liked ? t('profile.unlike') : undefined}
        icon={member.liked ? <IconHeartFilled size={22} /> : <IconHeart size={22} />}
        onClick={() => toggleLike(member, member.liked)}
      >
        {t(member.liked ? 'profile.liked' : 'profile.like')}
      </Button>
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
      <Menu label={t('profile.more')} buttonClassName={styles['more']} button={<IconDots size={22} />}>
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
      <BlockDialog open={blocking} profile={member} onClose={() => setBlocking(false)} />
    </div>
  );
}
