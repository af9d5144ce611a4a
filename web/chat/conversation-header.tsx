import { memo, Suspense, useState } from 'react';
import type { Chat } from '#contract/chat/conversations.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { lowCredits } from '#web/session/low-credits.ts';
import { useMember } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconArrowLeft, IconCoins, IconDots, IconFlag, IconUser } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/on-demand/lazy-part.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { reportAddress } from './report-address.ts';
import styles from './conversation-header.module.css';

const BlockDialog = lazyDialog(async () => ({
  default: (await import('#web/complaints/block-dialog.tsx')).BlockDialog,
}));

const HeaderMenu = lazyPart(() => import('./order/header-menu.tsx'));
const MuteDialog = lazyDialog(() => import('./order/mute-dialog.tsx'));

/** Memoized, so that it does not render again while a message is written or sent. */
export const ConversationHeader = memo(function ConversationHeader({ chat }: { chat: Chat }) {
  const { profile, conversation, messages } = chat;
  const { t } = useTranslation('chat');
  const [opened, setOpened] = useState(false);
  const [dialog, setDialog] = useState<'block' | 'mute' | null>(null);
  const close = () => setDialog(null);
  const newestOfTheirs = messages.findLast(({ sender, kind }) => sender === profile.id && kind !== 'deleted');
  const place = profile.city ?? profile.region;
  return (
    <header className={styles['header']}>
      <Link to="/chats" className={styles['back']} aria-label={t('header.back')}>
        <IconArrowLeft size={22} />
      </Link>
      <Link to={`/members/${profile.id}`} className={styles['person']}>
        <Avatar profile={profile} size={80} online />
        <div className={styles['text']}>
          <h1 className={styles['name']}>{nameAndAge(profile)}</h1>
          <span className={styles['where']}>
            <KindLabel profile={profile} plain />
            <span>
              {[t(profile.online ? 'header.online' : 'header.offline'), place].filter(Boolean).join(' · ')}
            </span>
          </span>
        </div>
      </Link>
      <Credits />
      <Menu
        button={<IconDots size={22} />}
        label={t('header.menu', { name: profile.name })}
        buttonClassName={styles['dots']}
        onOpen={() => setOpened(true)}
      >
        <Link to={`/members/${profile.id}`}>
          <IconUser size={18} aria-hidden="true" />
          {t('header.profile')}
        </Link>
        <Link to={reportAddress(profile.id, newestOfTheirs)}>
          <IconFlag size={18} aria-hidden="true" />
          {t('header.report')}
        </Link>
        {opened && (
          <Suspense>
            <HeaderMenu chat={chat} onBlock={() => setDialog('block')} onMute={() => setDialog('mute')} />
          </Suspense>
        )}
      </Menu>
      {dialog === 'block' && <BlockDialog open profile={profile} onClose={close} />}
      {dialog === 'mute' && conversation && (
        <MuteDialog conversation={conversation.id} name={profile.name} onClose={close} />
      )}
    </header>
  );
});

function Credits() {
  const { t } = useTranslation('common');
  const { credits } = useMember();
  const level = credits === 0 ? 'none' : credits <= lowCredits ? 'few' : 'enough';
  return (
    <Link to="/credits" className={styles['coins']} data-level={level}>
      <IconCoins size={18} aria-hidden="true" />
      <span className={styles['amount']} aria-hidden="true">
        {credits}
      </span>
      <span className={styles['amount-words']}>{t('nav.credits_left', { count: credits })}</span>
    </Link>
  );
}
