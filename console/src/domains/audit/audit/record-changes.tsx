import type { AuditChange, OperLogDetail } from '@hufu/contract/audit/audit'
import { Fragment } from 'react'
import { fieldNames, tableNames } from '@hufu/contract/audit/history-text'
import { text } from './text.ts'

const words = text.record

/** What each row was before and is after, field by field. */
export function RecordChanges({ of: { changes, changeCount, result } }: { of: OperLogDetail }) {
  if (changes.length === 0) return <p className="record-none">{result === 1 ? words.none : words.noneDenied}</p>
  return (
    <>
      {changes.map(change => (
        <ChangeTable key={change.id} of={change} />
      ))}
      {changeCount > changes.length && <p className="record-none">{words.more(changes.length, changeCount)}</p>}
    </>
  )
}

/** What every update moves by itself. */
const MECHANICAL = new Set(['version', 'update_time'])
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?\+08:00$/

const known = (names: Readonly<Record<string, string>>, name: string) => (Object.hasOwn(names, name) ? names[name]! : name)

function ChangeTable({ of: { table, recordId, operateType, fields } }: { of: AuditChange }) {
  const isUpdate = operateType === 'update'
  const told = fields.filter(({ name }) => !isUpdate || !MECHANICAL.has(name))
  return (
    <table className="record-change">
      <caption>
        {words.changeOf(known(tableNames, table), words.verbs[operateType])} <small className="mono">{recordId}</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          {operateType !== 'insert' && <th scope="col">{words.before}</th>}
          {operateType !== 'delete' && <th scope="col">{words.after}</th>}
        </tr>
      </thead>
      <tbody>
        {told.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{known(fieldNames, name)}</th>
            {operateType !== 'insert' && <td>{isUpdate ? <del>{shown(before)}</del> : shown(before)}</td>}
            {operateType !== 'delete' && <td>{isUpdate ? <ins>{shown(after)}</ins> : shown(after)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function shown(value: unknown) {
  if (value === null || value === undefined || value === '') return <Fragment>{words.empty}</Fragment>
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replace(MOMENT, '$1 $2')
}
