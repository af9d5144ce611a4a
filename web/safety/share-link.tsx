import { useTranslation } from '#web/i18n/translate.tsx';
import { usePage } from '#web/page/page.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './safety.module.css';

const canShare = () => 'share' in navigator;

/** The link for a friend, with the system's share sheet where there is one. */
export function ShareLink({ path }: { path: string }) {
  const { t } = useTranslation('safety');
  const { origin } = usePage();
  const shares = useBrowser(canShare, false);
  const url = origin + path;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast('success', t('link.copied')),
      () => toast('error', t('link.not_copied')),
    );
  // Closing the share sheet rejects.
  const share = () =>
    navigator.share({ title: t('friend.title'), text: t('link.text'), url }).catch(() => {});
  return (
    <>
      <TextInput
        label={t('link.label')}
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={styles['ways']}>
        {shares && (
          <Button size="s" onClick={() => void share()}>
            {t('link.share')}
          </Button>
        )}
        <Button size="s" look={shares ? 'secondary' : 'primary'} onClick={() => void copy()}>
          {t('link.copy')}
        </Button>
      </div>
    </>
  );
}
