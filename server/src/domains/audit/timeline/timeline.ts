import type { TimelineChange, TimelineEntry, TimelinePage, TimelineQuery } from '@hufu/contract/audit/timeline'
import { mechanicalFields } from '@hufu/contract/audit/history-text'
import type { Scope } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { objectsIn, readNames } from '../names.sql.ts'
import { valueType } from '../object-types.ts'
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

function changeOf({ table, operateType, before, after }: HistoryRow): TimelineChange {
  const [old, fresh] = [before ?? {}, after ?? {}]
  const row = { ...old, ...fresh }
  const fields = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter(name => !HIDDEN.has(name))
    .map(name => ({ name, objectType: valueType(table, name, row), before: old[name] ?? null, after: fresh[name] ?? null }))
    .filter(field => JSON.stringify(field.before) !== JSON.stringify(field.after))
  return { table, operateType, fields }
}

const changesOf = (rows: readonly HistoryRow[]): TimelineChange[] => rows.map(changeOf).filter(change => change.fields.length > 0)
const kindOf = (rows: readonly HistoryRow[]) =>
  rows.some(row => isGrantTable(row.table)) ? ('grant' as const) : rows.length > 0 ? ('change' as const) : ('act' as const)

function entryOfAct({ createTime, at: _at, traceId, target, ...act }: TimelineAct, rows: readonly HistoryRow[]): TimelineEntry {
  const own = rows.filter(row => row.traceId === traceId || (row.traceId !== null && row.traceId === target))
  return { ...act, time: createTime, kind: kindOf(own), loginType: null, agent: null, changes: changesOf(own) }
}

const entryOfHistory = (row: HistoryRow): TimelineEntry => ({
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
})

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
  const entries = shown.map(one =>
    'act' in one ? entryOfAct(one.act, changes) : 'row' in one ? entryOfHistory(one.row) : entryOfSignIn(one.signIn),
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
