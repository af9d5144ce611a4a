import { useTranslation } from '#web/i18n/translate.tsx';
import { IconDownload } from '#web/ui/icons.ts';
import { Card } from '#web/ui/page.tsx';
import buttons from '#web/ui/button.module.css';
import section from './section.module.css';

/** Everything the site keeps of the member, as a ZIP. */
export function DataExport() {
  const { t } = useTranslation('notifications');
  return (
    <Card id="data">
      <h2>{t('data.title')}</h2>
      <p className={section['lead']}>{t('data.text')}</p>
      <div>
        <a href="/api/user-export.php" download="my-data.zip" className={`${buttons['button']} ${buttons['secondary']}`}>
          <IconDownload size={20} aria-hidden="true" />
          {t('data.download')}
        </a>
      </div>
    </Card>
  );
}
