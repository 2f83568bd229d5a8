import { tableName } from '@hufu/contract/audit/history-text'
import { dataHistory, type HistoryDetail } from '@hufu/contract/operations/data-history'
import { useAction } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { text as restoreText } from '../../../pickers/restore-text.ts'
import { text } from './text.ts'

const AskDialog = lazyComponent(() => import('./ask-dialog.tsx'))
const words = text.restore

/** What undoing the entry would do and leave, or why it cannot be undone. */
export function RestorePart({ of, title }: { of: HistoryDetail; title: string }) {
  const asking = useDialog()
  const restore = useRestore()
  const { refusal, left, needsRequest, askedBy } = of.restoration
  const act = () =>
    confirmAct({ title: restoreText.sure(title), content: effectOf(of), okText: restoreText.ok, danger: true, run: () => restore(of.id) })
  return (
    <div className="history-restore">
      {refusal === null ? <p>{effectOf(of)}</p> : <p>{restoreText.impossible(refusal)}</p>}
      {left.length > 0 && <p>{restoreText.left(left)}</p>}
      {needsRequest && refusal === null && <p>{askedBy === null ? words.askNote : words.askedBy(askedBy)}</p>}
      {refusal === null && !needsRequest && (
        <ActButton call={dataHistory.restore} onClick={act}>
          {restoreText.ok}
        </ActButton>
      )}
      {refusal === null && needsRequest && askedBy === null && (
        <ActButton call={dataHistory.askRestore} onClick={() => asking.open()}>
          {words.ask}
        </ActButton>
      )}
      {asking.isOpen && <AskDialog id={of.id} title={title} onClose={asking.close} />}
    </div>
  )
}

export const titleOf = ({ operateType, tableName: table, recordName }: HistoryDetail): string =>
  text.drawer.title(text.verbs[operateType], tableName(table), recordName ?? '')

export function effectOf({ operateType, restoration: { fields } }: HistoryDetail): string {
  const { effects } = restoreText
  return operateType === 'update' ? effects.update(fields) : effects[operateType]
}

export function useRestore(): (id: string) => Promise<void> {
  const restore = useAction(dataHistory.restore, {
    refreshes: [dataHistory.page, dataHistory.byId, dataHistory.listByRecord, dataHistory.requests],
  })
  return async id => {
    toastIfDone(await restore.run({ query: { id } }), restoreText.done)
  }
}
