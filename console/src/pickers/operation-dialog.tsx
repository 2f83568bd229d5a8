import { tableName } from '@hufu/contract/audit/history-text'
import { apiClient } from '@hufu/contract/federation/api-client'
import { dataHistory, type OperationRestoration, type OperationRow } from '@hufu/contract/operations/data-history'
import { useAction, useCall } from '../platform/calls.ts'
import { notifier, ok } from '../platform/client.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { Failure } from '../ui/states.tsx'
import { text } from './operation-text.ts'
import './pickers.css'

interface Props {
  id: string
  changed: number
  onClose: () => void
}

/** Undoes a whole operation; what cannot be undone is listed before. */
export function OperationDialog({ id, changed, onClose }: Props) {
  const preview = useCall(dataHistory.previewBulk, { query: { bulkId: id }, quietly: true })
  const restore = useAction(dataHistory.restoreBulk, {
    refreshes: [dataHistory.page, dataHistory.byId, dataHistory.listByRecord, apiClient.scim],
  })
  const submit = async () => {
    const result = await restore.run({ query: { bulkId: id } })
    if (!ok(result)) return false
    notifier.done(text.done(result.data.restored))
    return true
  }
  const { data } = preview
  const blocked = data ? (data.refusal === null ? undefined : text.impossible(data.refusal)) : text.looking
  return (
    <FormDialog<object>
      title={text.title(changed)}
      initial={{}}
      onSubmit={submit}
      onClose={onClose}
      okText={text.undo}
      blockedBecause={blocked}
      danger
    >
      {preview.error && !data ? (
        <Failure error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <div aria-live="polite">{data ? <Effect of={data} /> : <p>{text.looking}</p>}</div>
      )}
    </FormDialog>
  )
}

function Effect({ of: { restored, stays, remaining, refusal } }: { of: OperationRestoration }) {
  if (refusal !== null) return <p>{text.impossible(refusal)}</p>
  return (
    <>
      <p>{text.restored(restored)}</p>
      {remaining > 0 && <p>{text.remaining(remaining)}</p>}
      {stays.length > 0 && (
        <>
          <p>{text.stays(stays.length)}</p>
          <ul className="operation-stays">
            {stays.map(row => (
              <li key={row.id}>{text.stay(nameOf(row), row.refusal ?? '')}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const nameOf = ({ operateType, tableName: table, recordName }: OperationRow): string =>
  text.rowName(text.verbs[operateType], tableName(table), recordName ?? '').trim()
