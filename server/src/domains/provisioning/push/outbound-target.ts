import type { StoredSync } from '../sync/config.sql.ts'
import { readMapping } from './push-data.ts'
import type { Target } from './push-queue.sql.ts'

/** The target of a task that names an address instead of an application: the task's secret signs, telephone numbers are masked. */
export function outboundTargetOf(sync: StoredSync): Target & { pushObject: StoredSync['objectType'] } {
  const { id, name, objectType, url, mapping, sealed } = sync
  const linesFor = (object: 'org' | 'user') => {
    const lines = mapping.filter(line => line.object === object)
    return lines.length > 0 ? readMapping(lines) : undefined
  }
  const [user, org] = [linesFor('user'), linesFor('org')]
  return {
    appId: id,
    links: 'sync',
    name,
    attempt: 0,
    faults: 0,
    phone: 'masked',
    kind: 'json',
    scope: 'all',
    url: url ?? '',
    secretCipher: sealed.secret ?? '',
    mapping: { ...(user && { user }), ...(org && { org }) },
    syncs: { user: { id, name }, org: { id, name } },
    pushObject: objectType,
  }
}
