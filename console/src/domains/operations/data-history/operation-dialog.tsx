import { tableName } from '@hufu/contract/audit/history-text'
import { dataHistory, type OperationRestoration, type OperationRow } from '@hufu/contract/operations/data-history'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Failure } from '../../../ui/states.tsx'
import { text } from './text.ts'

const words = text.operation

interface Props {
  id: string
  changed: number
  onClose: () => void
}

/** Undoes a whole operation; what cannot be undone is listed before. */
export function OperationDialog({ id, changed, onClose }: Props) {
  const preview = useCall(dataHistory.previewBulk, { query: { bulkId: id }, quietly: true })
  const restore = useAction(dataHistory.restoreBulk, {
    refreshes: [dataHistory.page, dataHistory.byId, dataHistory.listByRecord],
  })
  const submit = async () => {
    const result = await restore.run({ query: { bulkId: id } })
    if (!ok(result)) return false
    notifier.toast(words.done(result.data.restored), CONFIG_MS, 'success')
    return true
  }
  const { data } = preview
  const blocked = data ? (data.refusal === null ? undefined : words.impossible(data.refusal)) : words.looking
  return (
    <FormDialog<object>
      title={words.title(changed)}
      initial={{}}
      onSubmit={submit}
      onClose={onClose}
      okText={words.undo}
      blockedBecause={blocked}
      danger
    >
      {preview.error && !data ? (
        <Failure error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <div aria-live="polite">{data ? <Effect of={data} /> : <p>{words.looking}</p>}</div>
      )}
    </FormDialog>
  )
}

function Effect({ of: { restored, stays, refusal } }: { of: OperationRestoration }) {
  if (refusal !== null) return <p>{words.impossible(refusal)}</p>
  return (
    <>
      <p>{words.restored(restored)}</p>
      {stays.length > 0 && (
        <>
          <p>{words.stays(stays.length)}</p>
          <ul className="history-stays">
            {stays.map(row => (
              <li key={row.id}>{words.stay(nameOf(row), row.refusal ?? '')}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const nameOf = ({ operateType, tableName: table, recordName }: OperationRow): string =>
  text.rowName(text.verbs[operateType], tableName(table), recordName ?? '').trim()
