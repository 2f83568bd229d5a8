import type { BodyOf } from '@hufu/contract/call'
import type { sync } from '@hufu/contract/provisioning/sync'
import type { Db } from '../../../../platform/database/db.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { linkedKinds, lockSyncs } from '../config.sql.ts'
import { objectsOf } from '../mapping/fields.ts'
import { identityPath, refuseMapping, withLines, type Line } from '../mapping/mapping.ts'
import { startRun } from '../run/start.ts'

/** Starts a run that plans ids from another field for a task's links; it changes nothing until the plan is released. */
export async function startRelink(db: Db, kernel: Kernel, body: BodyOf<typeof sync.relinkAll>, userId: string): Promise<string> {
  const [stored] = await lockSyncs(db, [body.id])
  const { direction, objectType, mapping, version } = stored!
  const linked = direction === 'in' ? await linkedKinds(db, body.id) : new Set<string>()
  if (linked.size === 0) refuse('syncNothingLinked')
  const lines = body.lines.map((line): Line => ({ ...line, object: line.object ?? (objectType === 'org' ? 'org' : 'user') }))
  for (const { object, to } of lines)
    if (!mapping.some(line => line.object === object && line.to === to)) refuse('syncFieldUnknown', { field: to })
  const next = withLines(mapping, lines)
  refuseMapping(objectType, next)
  const isOther = objectsOf(objectType).some(one => linked.has(one) && identityPath(next, one) !== identityPath(mapping, one))
  if (!isOther) refuse('syncIdentitySame')
  return startRun(db, kernel, { syncId: body.id, mode: 'relink', trigger: 'hand', userId, relink: { lines, version } })
}
