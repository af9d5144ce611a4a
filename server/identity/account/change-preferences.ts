import type { Locale } from '#contract/lists/locales.ts';
import type { Db } from '../../platform/database/index.ts';

export async function changePreferences(
  tx: Db,
  memberId: number,
  {
    language,
    read_marks,
    refuses_intimate,
    push_names,
    refuses_video_calls,
  }: {
    language?: Locale | undefined;
    read_marks?: boolean | undefined;
    refuses_intimate?: boolean | undefined;
    push_names?: boolean | undefined;
    refuses_video_calls?: boolean | undefined;
  },
): Promise<void> {
  const set = {
    ...(language !== undefined && { language }),
    ...(read_marks !== undefined && { read_marks }),
    ...(refuses_intimate !== undefined && { refuses_intimate }),
    ...(push_names !== undefined && { push_names }),
    ...(refuses_video_calls !== undefined && { refuses_video_calls }),
  };
  if (Object.keys(set).length > 0)
    await tx.updateTable('members').set(set).where('id', '=', memberId).execute();
}
