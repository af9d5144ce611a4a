import type { Referral } from '#contract/credits.ts';
import { localePath } from '#contract/lists/locales.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { usePage } from '#web/page/page.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './statement.module.css';

/** A member's link for friends, with the conditions of the reward and what came of it. */
export function InviteFriend({
  referral: { credits, most, days, token, joined, paid },
}: {
  referral: Referral;
}) {
  const { t } = useTranslation('transactions');
  const { origin } = usePage();
  const url = origin + localePath(useLocale(), `/complete-signup?invite=${token}`);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast('success', t('referral.copied')),
      () => toast('error', t('referral.not_copied')),
    );
  return (
    <Card title={t('referral.title', { count: credits })} className={styles['invite']}>
      <p>{t('referral.text', { days, most })}</p>
      <TextInput
        label={t('referral.link')}
        hint={t('referral.hint')}
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={styles['ways']}>
        <Button size="s" onClick={() => void copy()}>
          {t('referral.copy')}
        </Button>
        <span className={styles['counts']}>{t('referral.counts', { joined, paid })}</span>
      </div>
    </Card>
  );
}
