import type { Acting } from '../../../../platform/access/seniority.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { attempt, type Refusals, type ProblemColumns, type Work } from '../../../../sheets/index.ts'
import {
  columnOfGained, deleteUsers, insertSynced, insertSyncedOrgs, orgColumnOf, lockTree, recoverUser, personColumnOf, removeOrgs, setOrgStatus, updateSyncedOrgs,
  type OrgMeaning, type PersonMeaning, type SharedSecret,
} from '../../../directory/index.ts' // prettier-ignore
import { writeSyncLog } from '../../sync-log/write-log.sql.ts'
import { exchangePeople } from '../sources/exchange.sql.ts'
import { asEntries } from '../report/log-entries.ts'
import { occupied } from './gone.sql.ts'
import { saveGone, saveLinks } from '../compare/links.sql.ts'
import { saveFailed, type PlannedRow, type RowResult } from '../compare/rows.sql.ts'
import type { ObjectType } from '../sources/source.ts'
import { text } from '../text.ts'

export interface Writing {
  run: { id: string; syncId: string }
  syncName: string
  work: Work
  /** The user who last saved the task: it gives nobody what this user could not give (N-02). */
  editor: Acting
  secret: SharedSecret
}

type Numbered = PlannedRow & { row: number }
type Write = (db: Db, rows: readonly Numbered[]) => Promise<Refusals>

/** Writes one batch in the task's transaction: objects, links, log and results together. */
export async function writeBatch(db: Db, writing: Writing, planned: readonly PlannedRow[]): Promise<{ done: number; failed: number }> {
  const rows = planned.map((row, n): Numbered => ({ ...row, row: n }))
  const results: RowResult[] = []
  if (planned.some(isMove)) await lockTree(db)
  for (const group of Map.groupBy(rows, groupOf).values()) {
    const refused = await attempted(db, writing, group)
    const done = group.filter(({ row }) => !refused.has(row))
    await saveObjects(db, writing, done)
    for (const { row, objectType, originId } of group) {
      const problem = refused.get(row)
      results.push({
        objectType,
        originId,
        isDone: !problem,
        problems: problem ? [{ label: problem.column, message: problem.message }] : [],
      })
    }
  }
  await saveFailed(db, writing.run.id, results)
  await writeSyncLog(db, await asEntries(db, { id: writing.run.syncId, name: writing.syncName }, writing.run.id, rows, results))
  const done = results.filter(({ isDone }) => isDone).length
  return { done, failed: results.length - done }
}

const isMove = ({ objectType, meaning }: PlannedRow) => objectType === 'org' && (meaning as OrgMeaning | null)?.parentId != null
const groupOf = ({ objectType, verdict, act }: PlannedRow) => `${objectType} ${verdict === 'back' ? 'changed' : verdict} ${act ?? ''}`

function attempted(db: Db, writing: Writing, group: readonly Numbered[]): Promise<Refusals> {
  const { objectType } = group[0]!
  const write = writerOf(writing, group[0]!)
  const checked = async (part: readonly Numbered[]) => {
    const refused = await write(db, part)
    await writing.work.checkGiven(db)
    return refused
  }
  return attempt(db, group, checked, objectType === 'user' ? personProblemColumns : { columnOf: orgColumnOf })
}

const personProblemColumns: ProblemColumns<Numbered> = {
  columnOf: personColumnOf,
  givesTo: ({ targetId }) => ({ userId: targetId }),
  columnOfGained,
}

function writerOf(writing: Writing, { objectType, verdict, act }: PlannedRow): Write {
  const { work, secret } = writing
  if (act === 'restore') return restoreUsers(writing)
  if (verdict === 'gone') return objectType === 'user' ? endUsers(work, act) : endOrgs(work, act)
  if (objectType === 'org')
    return (db, rows) => (verdict === 'new' ? insertSyncedOrgs : updateSyncedOrgs)(db, work.scope, rows.map(as<OrgMeaning>))
  if (verdict === 'new') return (db, rows) => insertSynced(db, work.scope, rows.map(as<PersonMeaning>), secret)
  return (db, rows) => exchangePeople(db, work, rows.map(as<PersonMeaning>))
}

const as = <M>(row: Numbered) => ({ row: row.row, targetId: row.targetId, targetVersion: row.targetVersion, meaning: row.meaning as M })

/** Disables users or moves them to the trash, unless they were changed since the plan. Their roles, factors and ids stay. */
const endUsers =
  (work: Work, act: PlannedRow['act']): Write =>
  async (db, rows) => {
    const meaning = { edit: { fields: { status: 0 }, sealed: [], job: null, was: null }, cells: {}, addOrgIds: [], removeOrgIds: [] }
    const refused = await exchangePeople(db, work, rows.map(row => ({ ...as<PersonMeaning>(row), meaning: meaning as unknown as PersonMeaning }))) // prettier-ignore
    const gone = rows.filter(({ row }) => !refused.has(row)).map(row => row.targetId)
    if (act === 'trash' && gone.length > 0) await deleteUsers(db, gone, work.who.userId)
    return refused
  }

/** Restores users as far as the user who saved the task may do so. One by one, because few come back at once. */
const restoreUsers =
  ({ work, editor }: Writing): Write =>
  async (db, rows) => {
    for (const { targetId } of rows)
      await recoverUser({ ...work, db, who: editor, checkGiven: () => work.checkGiven(db) }, targetId, { status: 1 })
    return new Map()
  }

/** Disables organisations or moves them to the trash, unless an enabled user or child organisation is left in them. */
const endOrgs =
  (work: Work, act: PlannedRow['act']): Write =>
  async (db, rows) => {
    const owners = await occupied(
      db,
      work.scope,
      rows.map(row => row.targetId),
    )
    const refused: Refusals = new Map()
    const ids = rows.flatMap(({ row, targetId }) => {
      if (owners.has(targetId)) refused.set(row, { column: '', message: text.row.notEmpty })
      return owners.has(targetId) ? [] : [targetId]
    })
    if (ids.length > 0 && act === 'trash') await removeOrgs(db, work.scope, ids, work.who.userId)
    else if (ids.length > 0) await setOrgStatus(db, work.scope, ids, 0)
    return refused
  }

async function saveObjects(db: Db, { run }: Writing, done: readonly Numbered[]): Promise<void> {
  for (const [objectType, rows] of Map.groupBy(done, row => row.objectType) as Map<ObjectType, Numbered[]>) {
    const gone = rows.filter(row => row.verdict === 'gone')
    await saveGone(
      db,
      run.syncId,
      objectType,
      gone.map(({ originId, goneRuns }) => ({ originId, runs: goneRuns ?? DELETED_READS, isDisabled: true })),
    )
    const written = rows.filter(row => row.verdict !== 'gone')
    await saveLinks(
      db,
      run.syncId,
      objectType,
      written.map(row => ({
        originId: row.originId,
        objectId: row.targetId,
        // Without a hash the next run compares the restored user again.
        hash: row.act === 'restore' ? '' : row.hash,
        isOwner: row.isOwner,
        disabled: isDisabled(row),
      })),
    )
  }
}
/** Number of reads to record for an object that the source marked as deleted, so that no further read is awaited. */
const DELETED_READS = 1000

function isDisabled({ objectType, meaning }: PlannedRow): boolean {
  if (meaning === null) return false
  if (objectType === 'org') return (meaning as OrgMeaning).status === 0
  return (meaning as PersonMeaning).edit?.fields.status === 0
}
