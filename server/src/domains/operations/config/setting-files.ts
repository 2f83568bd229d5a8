import type { ConfigValues } from '../../../platform/config/config-catalog.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { refuseForeignFile } from '../../../platform/files/file-access.ts'
import { isPublicPicture, publishDriver } from './security.sql.ts'

/** Makes the files in settings public. The caller must be able to read them, and a logo must be a picture. */
export async function keepFiles(
  ctx: Pick<Context, 'db' | 'who'>,
  { systemLogo, caDriverFileId, faceDriverFileId }: Partial<ConfigValues>,
): Promise<void> {
  await refuseForeignFile(ctx, systemLogo, 'picture')
  if (systemLogo && !(await isPublicPicture(ctx.db, systemLogo))) refuse('fileMissing')
  for (const driver of [caDriverFileId, faceDriverFileId]) {
    await refuseForeignFile(ctx, driver, 'upload')
    if (driver && !(await publishDriver(ctx.db, driver))) refuse('fileMissing')
  }
}
