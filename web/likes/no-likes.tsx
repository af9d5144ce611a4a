import type { LikeType } from '#contract/lists/like-types.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconHeart, IconHeartHandshake } from '#web/ui/icons.ts';

export function NoLikes({ type }: { type: LikeType }) {
  const { t } = useTranslation('likes');
  const { profile } = useMember();
  const photo = type === 'received' && profile.main_image === null;
  return (
    <EmptyState
      icon={type === 'matches' ? <IconHeartHandshake size={30} /> : <IconHeart size={30} />}
      title={t(`${type}.empty`)}
      text={t(`${type}.empty_text`)}
      action={
        photo ? (
          <ButtonLink to="/profile">{t('add_photo')}</ButtonLink>
        ) : (
          <ButtonLink to="/members">{t('search')}</ButtonLink>
        )
      }
    />
  );
}
