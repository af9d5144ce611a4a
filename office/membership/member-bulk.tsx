import { useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import type { ListedMember } from '#contract/office/member-list.ts';
import { accountMeasures } from '#contract/rules/measure-rules.ts';
import { MeasureFields, noReasons } from '#office/moderation/measure-fields.tsx';
import { BulkRun } from '#office/pieces/lists/bulk-run.tsx';
import { useMay } from '#office/pieces/may.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';

type Filters = CallBody<'signOutMembers'>['filters'];
type Act = 'sign_out' | (typeof accountMeasures)[number];

/** Whether the operator may do anything with several members at once. */
export function useMayActOnMembers(): boolean {
  const signsOut = useMay('signOutMembers');
  const measures = useMay('takeMeasures');
  return signsOut || measures;
}

interface Props {
  members: ListedMember[];
  /** The filters of the list, for the audit log. */
  filters: Filters;
  onDone: () => void;
}

export function MemberBulk(props: Props) {
  const { t } = useTranslation('office/lists');
  const [open, setOpen] = useState(false);
  const count = props.members.length;
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        {t('bulk.act', { count })}
      </Button>
      {open && (
        <Modal open onClose={() => setOpen(false)} title={t('bulk.title', { count })}>
          <Acts {...props} onClose={() => setOpen(false)} />
        </Modal>
      )}
    </>
  );
}

function Acts({ members, filters, onDone, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(['office/lists', 'office/moderation']);
  const api = useApi();
  const acts: Act[] = [
    ...(useMay('signOutMembers') ? (['sign_out'] as const) : []),
    ...(useMay('takeMeasures') ? accountMeasures : []),
  ];
  const [act, setAct] = useState<Act>(acts[0] ?? 'sign_out');
  const [{ ground, facts, days }, setReasons] = useState(noReasons);
  // The list no longer shows some members once they have been closed.
  const [names] = useState(() => new Map(members.map(({ id, name }) => [id, name ?? String(id)])));
  const [ids] = useState(() => [...names.keys()]);
  const run = async (id: string, some: number[]) => {
    const body = { id, members: some, filters };
    const { outcomes } = await (act === 'sign_out'
      ? api.call('signOutMembers', { body })
      : api.call('takeMeasures', {
          body: { ...body, kind: act, ground, facts, ...(act === 'suspension' && { days }) },
        }));
    return outcomes.map(({ member, ...outcome }) => ({ row: member, ...outcome }));
  };
  return (
    <BulkRun
      rows={ids}
      nameOf={(member) => names.get(member) ?? String(member)}
      run={run}
      refresh={['adminMembers', 'adminMember', 'adminTasks']}
      onClose={() => (onClose(), onDone())}
      submit={act === 'sign_out' ? t('bulk.sign_out_do') : t(`office/moderation:measure.do.${act}`)}
    >
      <Select
        label={t('bulk.what')}
        value={act}
        options={acts.map((each) => ({
          value: each,
          label: each === 'sign_out' ? t('bulk.sign_out') : t(`office/moderation:kinds.${each}`),
        }))}
        onChange={({ target }) => setAct(acts.find((each) => each === target.value) ?? act)}
      />
      {act !== 'sign_out' && (
        <MeasureFields
          value={{ ground, facts, days }}
          onChange={setReasons}
          withDays={act === 'suspension'}
        />
      )}
      {act === 'ban' && <p>{t('bulk.refund')}</p>}
    </BulkRun>
  );
}
