import type { Locale } from '#contract/lists/locales.ts';
import type { Db } from '../../platform/database/index.ts';

export async function changePreferences(
  tx: Db,
  memberId: number,
  { language, read_marks }: { language?: Locale | undefined; read_marks?: boolean | undefined },
): Promise<void> {
  const set = {
    ...(language !== undefined && { language }),
    ...(read_marks !== undefined && { read_marks }),
  };
  if (Object.keys(set).length > 0)
    await tx.updateTable('members').set(set).where('id', '=', memberId).execute();
}
