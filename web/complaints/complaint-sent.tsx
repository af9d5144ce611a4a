import { useState } from 'react';
import type { MemberProfile } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useUser } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconBan, IconCircleCheck } from '#web/ui/icons.ts';
import { Card } from '#web/ui/page.tsx';
import { BlockDialog } from './block-dialog.tsx';
import styles from './complaints.module.css';

export function ComplaintSent({
  id,
  member,
  onAnother,
}: {
  id: number;
  member: MemberProfile | undefined;
  onAnother: () => void;
}) {
  const { t } = useTranslation(['complaints', 'members']);
  const user = useUser();
  const [blocking, setBlocking] = useState(false);
  const canBlock = user && member && !member.blocked && member.id !== user.id;
  return (
    <Card>
      <div className={styles['sent']} role="status">
        <IconCircleCheck size={44} stroke={1.5} aria-hidden="true" />
        <h2>{t('done')}</h2>
        <p>{t('done_text', { id })}</p>
        <p>{t('done_mail')}</p>
        {canBlock && (
          <div className={styles['block']}>
            <p>{t('block_hint', { name: member.name })}</p>
            <Button look="danger" icon={<IconBan size={18} />} onClick={() => setBlocking(true)}>
              {t('profile.block', { ns: 'members', name: member.name })}
            </Button>
            <BlockDialog open={blocking} profile={member} onClose={() => setBlocking(false)} />
          </div>
        )}
        <div className={styles['ways']}>
          <ButtonLink to={user ? '/members' : '/'} look="secondary">
            {t(user ? 'back' : 'home')}
          </ButtonLink>
          <Button look="quiet" onClick={onAnother}>
            {t('another')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
