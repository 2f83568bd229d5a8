import { dataHistory, type HistoryDetail, RECORD_ROWS_MAX } from '@hufu/contract/operations/data-history'
import { Button, Drawer } from 'antd'
import { OperationDialog } from '../../../pickers/operation-dialog.tsx'
import { useCall } from '../../../platform/calls.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { actorOf, callName, Content } from './columns.tsx'
import { DifferenceTable } from './difference-table.tsx'
import type { Filters } from './filters.tsx'
import { RestorePart, titleOf } from './restore-part.tsx'
import { text } from './text.ts'

const WIDTH = 760
const words = text.drawer

interface Props {
  id: string
  onOpen: (id: string) => void
  onNarrow: (patch: Partial<Filters>) => void
  onClose: () => void
}

/** One change in full: who, before and after, what undoing it would do, and the record's other changes. */
export default function HistoryDrawer({ id, onOpen, onNarrow, onClose }: Props) {
  const entry = useCall(dataHistory.byId, { query: { id }, quietly: true })
  const { data } = entry
  return (
    <Drawer open size={WIDTH} title={data ? titleOf(data) : text.detail} onClose={onClose} closable={{ 'aria-label': uiText.dialog.close }}>
      <Loaded of={entry}>{data => <Entry of={data} onOpen={onOpen} onNarrow={onNarrow} />}</Loaded>
    </Drawer>
  )
}

function Entry({ of, onOpen, onNarrow }: { of: HistoryDetail } & Pick<Props, 'onOpen' | 'onNarrow'>) {
  const { changed, operationId, tableName: table, recordId, isUndone } = of
  const undoing = useDialog()
  return (
    <div className="history">
      <Descriptions of={factsOf(of)} />
      <p className="history-links">
        {operationId !== null && changed > 1 && (
          <Button size="small" onClick={() => onNarrow({ operationId })}>
            {words.sameOperation(changed)}
          </Button>
        )}
        <Button size="small" onClick={() => onNarrow({ tableName: table, recordId })}>
          {words.sameRecord}
        </Button>
        {operationId !== null && changed > 1 && !isUndone && !of.restoration.needsRequest && (
          <ActButton call={dataHistory.restoreBulk} size="small" onClick={() => undoing.open()}>
            {text.undo}
          </ActButton>
        )}
      </p>
      <h2>{words.diff}</h2>
      {(of.moves.length > 0 || of.diff.length === 0) && (
        <p>
          <Content of={of} />
        </p>
      )}
      {of.diff.length > 0 && <DifferenceTable of={of} />}
      <h2>{text.restore.title}</h2>
      <RestorePart of={of} title={titleOf(of)} />
      <h2>{text.timeline.title}</h2>
      <Timeline of={of} onOpen={onOpen} />
      {undoing.isOpen && operationId !== null && <OperationDialog id={operationId} changed={changed} onClose={undoing.close} />}
    </div>
  )
}

const factsOf = (of: HistoryDetail) =>
  [
    [text.fields.time, <Time key="time" at={of.createTime} />],
    [text.fields.user, actorOf(of)],
    [text.fields.call, callName(of.call)],
    [text.fields.recordId, of.recordId],
    [text.fields.operationId, of.operationId],
  ] as const

const timelineText = text.timeline

/** All changes of the record, newest first; each links to its difference. */
function Timeline({ of, onOpen }: { of: HistoryDetail; onOpen: (id: string) => void }) {
  const { tableName, recordId } = of
  const found = useCall(dataHistory.listByRecord, { query: { tableName, recordId }, quietly: true })
  return (
    <Loaded of={found} lines={3}>
      {data => (
        <>
          <ol className="history-line">
            {data.map(row => (
              <li key={row.id} aria-current={row.id === of.id ? 'true' : undefined}>
                <Time at={row.createTime} />
                <span>{actorOf(row)}</span>
                {row.id === of.id ? (
                  <strong>{timelineText.here}</strong>
                ) : (
                  <Button type="link" size="small" className="cell-link" onClick={() => onOpen(row.id)}>
                    {text.verbs[row.operateType]} <Content of={row} />
                  </Button>
                )}
              </li>
            ))}
          </ol>
          {data.length === RECORD_ROWS_MAX && <p className="history-none">{timelineText.capped}</p>}
        </>
      )}
    </Loaded>
  )
}
