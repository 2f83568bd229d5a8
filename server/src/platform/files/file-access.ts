import { findFile } from './files.ts'
import type { Acting } from '../access/seniority.ts'
import { refuse } from '../http/refuse.ts'
import type { Context } from '../http/context.ts'
import { mayRead, readerOf, type Reader } from './file-access.sql.ts'

/** What domains may use (rule 3): files that may be referred to. */

/**
 * Only a file the caller may read can be referred to: whoever reads the referring object can read the file, so otherwise knowing
 * its id would be enough. `reader`: what this call shows the caller beyond what every page does.
 */
export async function refuseForeignFile(
  { db, who }: Pick<Context, 'db'> & { who: Acting },
  fileId: string | null | undefined,
  purpose: 'picture' | 'upload',
  reader: Partial<Pick<Reader, 'people' | 'apps'>> = {},
): Promise<void> {
  if (!fileId) return
  const found = await findFile(db, fileId)
  if (found.purpose !== purpose || !(await mayRead(db, { ...readerOf(who), ...reader }, found))) refuse('fileMissing')
}
