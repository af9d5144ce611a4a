import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Card } from '#web/ui/page.tsx';
import { CardTitle } from './card-title.tsx';
import { DeletionSteps } from './deletion-steps.tsx';
import section from './section.module.css';

export function DeleteAccount() {
  const { t } = useTranslation('notifications');
  const { reactivation_days } = useSettings();
  const [open, setOpen] = useState(false);
  return (
    <Card>
      <CardTitle>{t('delete.title')}</CardTitle>
      <p className={section['lead']}>{t('delete.text', { days: reactivation_days })}</p>
      <div>
        <Button look="danger" onClick={() => setOpen(true)}>
          {t('delete.start')}
        </Button>
      </div>
      <Modal open={open} onClose={() => setOpen(false)} title={t('delete.title')}>
        <DeletionSteps onStay={() => setOpen(false)} />
      </Modal>
    </Card>
  );
}
