import { useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import type { ListedPhoto } from '#contract/photos/photo-list.ts';
import { bulkRefusals } from '#contract/photos/refusal-reasons.ts';
import { BulkRun } from '#office/pieces/lists/bulk-run.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import styles from './photo-list.module.css';

interface Props {
  photos: ListedPhoto[];
  /** The filters of the list, for the audit log. */
  filters: CallBody<'decidePhotos'>['filters'];
  onDone: () => void;
}

/** Decides the selected photos the same way. */
export function PhotoBulk(props: Props) {
  const { t } = useTranslation('office/photos');
  const [open, setOpen] = useState(false);
  const count = props.photos.length;
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        {t('list.decide', { count })}
      </Button>
      {open && (
        <Modal open onClose={() => setOpen(false)} title={t('list.decide', { count })}>
          <Decision {...props} onClose={() => setOpen(false)} />
        </Modal>
      )}
    </>
  );
}

const decisions = ['refuse', 'approve', 'private'] as const;

function Decision({ photos, filters, onDone, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(['office/photos', 'photos']);
  const api = useApi();
  const [decision, setDecision] = useState<(typeof decisions)[number]>('refuse');
  const [reason, setReason] = useState<(typeof bulkRefusals)[number]>();
  // A filtered list no longer shows those that have been decided.
  const [chosen] = useState(photos);
  const run = async (id: string, some: number[]) => {
    const { outcomes } = await api.call('decidePhotos', {
      body: {
        id,
        photos: some,
        filters,
        approve: decision !== 'refuse',
        ...(decision === 'private' && { private: true }),
        ...(decision === 'refuse' && reason && { reason }),
      },
    });
    return outcomes.map(({ photo, ...rest }) => ({ row: photo, ...rest }));
  };
  return (
    <BulkRun
      rows={chosen.map(({ id }) => id)}
      nameOf={(id) => t('list.number', { id })}
      run={run}
      refresh={['adminPhotoList', 'adminPhotos', 'adminTasks']}
      onClose={() => (onClose(), onDone())}
      submit={t(`list.decisions.${decision}`)}
    >
      <p>{t('list.look')}</p>
      <ul className={styles['chosen']}>
        {chosen.map(({ id, name, thumb_filename: src }) => (
          <li key={id}>{src !== null && <img src={src} alt={t('list.picture_of', { name })} />}</li>
        ))}
      </ul>
      <Select
        label={t('list.decision')}
        value={decision}
        options={decisions.map((value) => ({ value, label: t(`list.decisions.${value}`) }))}
        onChange={({ target }) => setDecision(itemOf(decisions, target.value) ?? decision)}
      />
      {decision === 'refuse' && (
        <>
          <Select
            label={t('list.reason')}
            placeholder="–"
            required
            value={reason ?? ''}
            options={bulkRefusals.map((value) => ({ value, label: t(`photos:reasons.${value}`) }))}
            onChange={({ target }) => setReason(itemOf(bulkRefusals, target.value))}
          />
          <p>{t('list.minors')}</p>
        </>
      )}
    </BulkRun>
  );
}
