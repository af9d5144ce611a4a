import { useState } from 'react';
import { deskReportReasons, type DeskReportReason } from '#contract/rules/desk-rules.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { RadioGroup, Textarea } from '#web/ui/field.tsx';
import { IconFlag } from '#web/ui/icons.ts';
import { Modal } from '#web/ui/modal.tsx';
import styles from './desk.module.css';

export function TellModerator({ conversation }: { conversation: number }) {
  const { t } = useTranslation('office/desk');
  const [open, setOpen] = useState(false);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState<DeskReportReason>('distress');
  const [text, setText] = useState('');
  const { mutate, isPending } = useAct('deskReport', { done: t('report.done'), refresh: [] });
  const send = () =>
    mutate(
      { conversation, client_id: clientId, reason, text: text.trim() },
      {
        onSuccess() {
          setOpen(false);
          setText('');
          setClientId(crypto.randomUUID());
        },
      },
    );
  return (
    <>
      <IconButton label={t('report.title')} onClick={() => setOpen(true)}>
        <IconFlag size={20} />
      </IconButton>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={t('report.title')}
        size="s"
        footer={
          <Button busy={isPending} disabled={text.trim() === ''} onClick={send}>
            {t('report.send')}
          </Button>
        }
      >
        <div className={styles['report']}>
          <RadioGroup
            label={t('report.reason')}
            name="reason"
            value={reason}
            onChange={(value) => setReason(deskReportReasons.find((each) => each === value) ?? reason)}
            options={deskReportReasons.map((value) => ({ value, label: t(`report.reasons.${value}`) }))}
          />
          <Textarea
            label={t('report.text')}
            hint={t('report.hint')}
            rows={4}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </Modal>
    </>
  );
}
