import { columnsOf } from '#contract/office/list-columns.ts';
import { type ListedPhoto, type PhotoListColumn, photoListColumns } from '#contract/photos/photo-list.ts';
import type { Db } from '../../platform/database/index.ts';
import type { PhotoAddresses } from '../addresses.ts';
import { photosForFile } from './list-photos.ts';
import type { Caller, PhotoSearch } from './photo-conditions.ts';

/** Columns of the file: those of the list without the picture, which a file cannot show. */
const fileColumns = photoListColumns.filter((column) => column !== 'photo');

/** The value of each column in the file. A file travels, so it has the number of the member only. */
const values: Record<Exclude<PhotoListColumn, 'photo'>, (photo: ListedPhoto) => string> = {
  member: ({ member }) => String(member),
  status: ({ status }) => status,
  audience: ({ audience }) => audience,
  flags: ({ flags }) => flags.join(' '),
  reason: ({ reason }) => reason ?? '',
  site: ({ site }) => site ?? '',
  added: ({ created_at }) => created_at,
  decided: ({ decided_at }) => decided_at ?? '',
  decided_by: ({ decided_by }) => decided_by ?? '',
  id: ({ id }) => String(id),
};

/** The lines of the file: the chosen columns of exactly the rows that the filtered list shows. */
export async function* photoFileRows(
  db: Db,
  addresses: PhotoAddresses,
  caller: Caller,
  { columns, ...search }: PhotoSearch & { columns?: string },
): AsyncGenerator<string[]> {
  const chosen = columnsOf(fileColumns, fileColumns, columns);
  let isFirst = true;
  for await (const photos of photosForFile(db, addresses, caller, search)) {
    // The header follows the first query, so that a search that the database rejects still gets an error
    // response.
    if (isFirst) yield [...chosen];
    isFirst = false;
    for (const photo of photos) yield chosen.map((column) => values[column](photo));
  }
}
