import type { PushType } from '@hufu/contract/provisioning/push'
import type { ManualPush } from './manual-push.sql.ts'
import { refuseClosed, startPush, type Starting } from './manual-push.ts'

interface FailedPush {
  id: string
  appId: string | null
  objectType: PushType | 'all'
  objectId: string | null
  attempt: number
}

/** Pushes the objects of failed rows again in their present state. Of several rows for one object, the first counts. */
export async function retryPushes(ctx: Starting, rows: readonly FailedPush[]): Promise<string> {
  const pushes = new Map<string, ManualPush>()
  for (const { id, appId, objectType, objectId, attempt } of rows) {
    if (appId === null || objectId === null || objectType === 'all') continue
    const key = `${appId} ${objectType} ${objectId}`
    if (!pushes.has(key)) pushes.set(key, { appId, objectType, objectId, retryOf: id, attempt: attempt + 1 })
  }
  for (const [objectType, of] of Map.groupBy(pushes.values(), one => one.objectType))
    await refuseClosed(ctx.db, of.map(({ appId }) => appId), objectType) // prettier-ignore
  return startPush(ctx, { wanted: [...pushes.values()] })
}
