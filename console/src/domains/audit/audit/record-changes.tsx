import { nameKey, type AuditChange, type AuditTargets, type HistoryField, type OperLogDetail } from '@hufu/contract/audit/audit'
import { fieldName, mechanicalFields, tableName } from '@hufu/contract/audit/history-text'
import { namedValue } from '../../../pickers/named-value.ts'
import { text } from './text.ts'

const words = text.record

interface Props {
  of: OperLogDetail
  targets: AuditTargets | undefined
}

/** Each row before and after, field by field, with the names of objects. */
export function RecordChanges({ of: { changes, changeCount, result, names: storedNames }, targets }: Props) {
  // The record keeps names as they were then, also of deleted objects.
  const asThen = (targets?.targets ?? []).flatMap(({ type, id, name }) => (name === null ? [] : [[nameKey(type, id), name]]))
  const names = { ...storedNames, ...Object.fromEntries(asThen) }
  if (changes.length === 0) return <p className="record-none">{result === 1 ? words.none : words.noneDenied}</p>
  return (
    <>
      {changes.map(change => (
        <ChangeTable key={change.id} of={change} names={names} />
      ))}
      {changeCount > changes.length && <p className="record-none">{words.more(changes.length, changeCount)}</p>}
    </>
  )
}

/** Fields the record itself shows, and the row's id. */
const HIDDEN = new Set(['id', 'create_time'])

interface ChangeProps {
  of: AuditChange
  names: Readonly<Record<string, string>>
}

function ChangeTable({ of: { table, recordId, objectType, operateType, fields }, names }: ChangeProps) {
  const isUpdate = operateType === 'update'
  const visibleFields = fields.filter(({ name }) => !mechanicalFields.has(name) && !HIDDEN.has(name))
  if (visibleFields.length === 0) return null
  const shown = (field: HistoryField, value: unknown) => {
    const plain = namedValue(names, field, value)
    return plain === '' ? words.empty : plain
  }
  return (
    <table className="record-change">
      <caption>
        {words.changeOf(tableName(table), words.verbs[operateType])}{' '}
        <small title={recordId}>{objectType === null ? '' : (names[nameKey(objectType, recordId)] ?? '')}</small>
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          {operateType !== 'insert' && <th scope="col">{words.before}</th>}
          {operateType !== 'delete' && <th scope="col">{words.after}</th>}
        </tr>
      </thead>
      <tbody>
        {visibleFields.map(field => (
          <tr key={field.name}>
            <th scope="row">{fieldName(field.name)}</th>
            {operateType !== 'insert' && <td>{isUpdate ? <del>{shown(field, field.before)}</del> : shown(field, field.before)}</td>}
            {operateType !== 'delete' && <td>{isUpdate ? <ins>{shown(field, field.after)}</ins> : shown(field, field.after)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
