import { useMutation } from '@tanstack/react-query';
import { digestTypes, isNotificationType } from '#contract/lists/notifications.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { AccessPage } from '#web/login/access-page.tsx';
import { Link } from '#web/router/link.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconBell, IconCheck } from '#web/ui/icons.ts';

/** Target of the unsubscribe link in mails: one click, without login. */
export function Unsubscribe({ token, type }: { token: string; type: string }) {
  const { t } = useTranslation('notifications');
  const { list } = useFormats();
  const known = type === 'digest' ? digestTypes : isNotificationType(type) ? [type] : [];
  const stop = useMutation({
    // Mail programs post to this endpoint as well (RFC 8058), so it is outside the contract.
    async mutationFn() {
      const answer = await fetch(`/api/unsubscribe.php?token=${encodeURIComponent(token)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      if (!answer.ok) throw new Error(`unsubscribe: ${answer.status}`);
    },
    retry: false,
  });
  const what = list(known.map((one) => t(`types.${one}.name`)));
  const below = <Link to="/notifications">{t('unsubscribe.settings')}</Link>;
  if (stop.isSuccess)
    return (
      <AccessPage
        title={t('unsubscribe.title')}
        icon={<IconCheck size={30} />}
        heading={<Trans t={t} i18nKey="unsubscribe.done" components={{ em: <em /> }} />}
        lead={t('unsubscribe.done_text', { what })}
        below={below}
      />
    );
  return (
    <AccessPage
      title={t('unsubscribe.title')}
      icon={<IconBell size={30} />}
      heading={t('unsubscribe.heading')}
      lead={t('unsubscribe.text', { what })}
      below={below}
    >
      {stop.isError && <Alert tone="error" title={t('unsubscribe.failed')} />}
      <Button size="l" wide busy={stop.isPending} onClick={() => stop.mutate()}>
        {t('unsubscribe.submit')}
      </Button>
    </AccessPage>
  );
}
