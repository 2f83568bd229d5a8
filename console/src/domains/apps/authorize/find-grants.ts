import { authorize, type Authorization, type AuthorizeOrder } from '@hufu/contract/apps/authorize'
import { fetchData } from '../../../platform/calls.ts'
import { CallError } from '../../../platform/client.ts'

/** Each target is one call. */
const TARGETS_MAX = 10
/** The longest page of a list. */
const GRANTS_MAX = 500

/** The grants of these applications to these targets; undefined for too many targets, and if a call fails. */
export async function findGrants({ targetType, targetIds, apps }: AuthorizeOrder): Promise<Authorization[] | undefined> {
  if (targetIds.length > TARGETS_MAX) return undefined
  const find = (targetId: string) => fetchData(authorize.page, { query: { targetType, targetId, size: GRANTS_MAX }, quietly: true })
  try {
    const pages = await Promise.all(targetIds.map(find))
    if (pages.some(({ total, records }) => total > records.length)) return undefined
    return pages.flatMap(({ records }) => records.filter(({ appId }) => apps.some(app => app.appId === appId)))
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}
