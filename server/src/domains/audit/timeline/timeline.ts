import type { TimelineChange, TimelineEntry, TimelinePage, TimelineQuery } from '@hufu/contract/audit/timeline'
import { mechanicalFields } from '@hufu/contract/audit/history-text'
import type { Scope } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type FoundMove, readMoves } from '../moves.sql.ts'
import { objectsIn, readNames } from '../names.sql.ts'
import { valueType } from '../object-types.ts'
import { timelinePort } from './timeline-port.ts'
import {
  isGrantTable,
  readActs,
  readChanges,
  readSignIns,
  readUnrecorded,
  type TimelineAct,
  type HistoryRow,
  type SignIn,
  type Subject,
} from './timeline.sql.ts'

const PAGE = 20
/** Fields the entry itself already shows. */
const HIDDEN = new Set([...mechanicalFields, 'id', 'create_time', 'sort_num', 'granted_by', 'source_id'])

function changeOf({ id, table, operateType, before, after }: HistoryRow): TimelineChange {
  const [old, fresh] = [before ?? {}, after ?? {}]
  const row = { ...old, ...fresh }
  const fields = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter(name => !HIDDEN.has(name))
    .map(name => ({ name, objectType: valueType(table, name, row), before: old[name] ?? null, after: fresh[name] ?? null }))
    .filter(field => JSON.stringify(field.before) !== JSON.stringify(field.after))
  return { id, table, operateType, fields }
}

const changesOf = (rows: readonly HistoryRow[]): TimelineChange[] => rows.map(changeOf).filter(change => change.fields.length > 0)

/** Whether, and by which of its changes, an entry can be taken back. */
function restorationOf(rows: readonly HistoryRow[]): Pick<TimelineEntry, 'restoreId' | 'isUndone'> {
  const isUndone = rows.length > 0 && rows.every(row => row.isUndone)
  const restorable = rows.find(({ table, traceId, byId, ...row }) =>
    timelinePort.use().isRestorable({ ...row, tableName: table, operationId: traceId, userId: byId }),
  )
  return { restoreId: isUndone ? null : (restorable?.id ?? null), isUndone }
}

const kindOf = (rows: readonly HistoryRow[]) =>
  rows.some(row => isGrantTable(row.table)) ? ('grant' as const) : rows.length > 0 ? ('change' as const) : ('act' as const)

type OfOperations = { changes: readonly HistoryRow[]; moves: readonly FoundMove[] }

function entryOfAct({ createTime, at: _at, traceId, target, ...act }: TimelineAct, { changes, moves }: OfOperations): TimelineEntry {
  const isOwn = (row: { traceId: string | null }) => row.traceId === traceId || (row.traceId !== null && row.traceId === target)
  const own = changes.filter(isOwn)
  return {
    ...act,
    time: createTime,
    kind: kindOf(own),
    loginType: null,
    agent: null,
    changes: changesOf(own),
    moves: moves.filter(isOwn),
    ...restorationOf(own),
  }
}

const entryOfHistory = (row: HistoryRow, moves: readonly FoundMove[]): TimelineEntry => ({
  key: row.id,
  time: row.createTime,
  kind: 'change',
  module: '',
  operateType: '',
  byId: row.byId,
  byName: row.byName,
  ip: null,
  result: 1,
  message: '',
  loginType: null,
  agent: null,
  logId: null,
  changes: changesOf([row]),
  moves: moves.filter(move => move.traceId === row.traceId),
  ...restorationOf([row]),
})

const entryOfSignIn = (row: SignIn): TimelineEntry => ({
  key: row.id,
  time: row.loginTime,
  kind: 'signIn',
  module: '',
  operateType: '',
  byId: null,
  byName: null,
  ip: row.ip,
  result: row.result,
  message: row.message,
  loginType: row.loginType,
  agent: [row.browser, row.os].filter(Boolean).join(' '),
  logId: null,
  changes: [],
  moves: [],
  restoreId: null,
  isUndone: false,
})

/** Where these operations moved the object. */
async function movesOf(db: Db, { type, id, scope }: Subject, traces: readonly string[]): Promise<FoundMove[]> {
  if (type !== 'user' && type !== 'org') return []
  const moves = await readMoves(db, scope, [...new Set(traces)])
  return moves.filter(move => move.type === type && move.id === id)
}

/** `logins`: the scope in which the caller may read sign-ins; undefined without the permission. */
export async function timelineOf(db: Db, subject: Subject, query: TimelineQuery, logins: Scope | undefined): Promise<TimelinePage> {
  const [actsBefore = '', historyBefore = '', signInBefore = ''] = query.cursor?.split('.') ?? []
  const limit = PAGE + 1
  const asks = (...kinds: (typeof query.kind)[]) => query.kind === undefined || kinds.includes(query.kind)
  const acts = asks('change', 'grant', 'act') ? await readActs(db, subject, query, actsBefore, limit) : []
  const unrecorded = asks('change') ? await readUnrecorded(db, subject, query, historyBefore, limit) : []
  const reads = logins && subject.type === 'user' && asks('signIn')
  const signIns = reads ? await readSignIns(db, subject.id, logins, query, signInBefore, limit) : []
  const found = [
    ...acts.map(act => ({ source: 0, at: act.at, key: act.key, act })),
    ...unrecorded.map(row => ({ source: 1, at: row.at, key: row.id, row })),
    ...signIns.map(signIn => ({ source: 2, at: signIn.at, key: signIn.id, signIn })),
  ].toSorted((one, two) => two.at - one.at)
  const shown = found.slice(0, PAGE)
  const traces = shown.flatMap(one => ('act' in one ? [one.act.traceId, ...(one.act.target === null ? [] : [one.act.target])] : []))
  const changes = await readChanges(db, subject, [...new Set(traces)])
  const moves = await movesOf(db, subject, [
    ...traces,
    ...shown.flatMap(one => ('row' in one && one.row.traceId !== null ? [one.row.traceId] : [])),
  ])
  const entries = shown.map(one =>
    'act' in one ? entryOfAct(one.act, { changes, moves }) : 'row' in one ? entryOfHistory(one.row, moves) : entryOfSignIn(one.signIn),
  )
  const fields = entries.flatMap(entry => entry.changes.flatMap(change => change.fields))
  const objects = fields.flatMap(({ objectType, before, after }) => objectsIn(objectType, [before, after]))
  const last = (source: number, before: string) => shown.findLast(one => one.source === source)?.key ?? before
  return {
    entries,
    names: await readNames(db, subject.scope, objects),
    next: found.length > PAGE ? [last(0, actsBefore), last(1, historyBefore), last(2, signInBefore)].join('.') : null,
  }
}
