import { type OperLog, operLog } from '@hufu/contract/audit/audit'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf, nameOf } from './operation-columns.tsx'
import { OperationFilters } from './operation-filters.tsx'
import { type Filters, NO_FILTERS, queryOf, defaultFilters } from './period.ts'
import { text } from './text.ts'
import './audit.css'

// Drawers and dialogs are loaded when first opened.
const RecordDrawer = lazyComponent(() => import('./record-drawer.tsx'))
const ExportLogs = lazyComponent(() => import('./export-logs.tsx'))
const EvidenceDialog = lazyComponent(() => import('./evidence-dialog.tsx'))
const ProveDialog = lazyComponent(() => import('./prove-dialog.tsx'))

/** The operation log and its integrity; nothing here can be changed. */
export default function OperationPage() {
  const [search] = useSearchParams()
  const list = useList(defaultFilters(search))
  const { filters, narrow } = list
  const rows = useCall(operLog.page, { query: { ...list.paging, ...queryOf(filters) }, keepPrevious: true })
  const evidence = useCall(operLog.evidence)
  const dialogs = { record: useDialog<string>(), sheet: useDialog(), evidence: useDialog(), proof: useDialog() }
  // A link from elsewhere names the record to open.
  const [named, setNamed] = useState(search.get('id') ?? undefined)
  const shown = dialogs.record.item ?? named
  const closeRecord = () => {
    setNamed(undefined)
    dialogs.record.close()
  }
  /** Narrows the list to one object or trace, at any time. */
  const showOnly = (patch: Partial<Filters>) => {
    closeRecord()
    dialogs.proof.close()
    narrow({ ...NO_FILTERS, ...patch })
  }
  return (
    <ListPage<OperLog>
      words={text}
      actions={
        <>
          {evidence.data?.isAll && (
            <ActButton call={operLog.prove} onClick={() => dialogs.proof.open()}>
              {text.prove}
            </ActButton>
          )}
          {evidence.data?.isAll && (
            <ActButton call={operLog.exportEvidence} onClick={() => dialogs.evidence.open()}>
              {text.exportEvidence}
            </ActButton>
          )}
          <ActButton call={operLog.exportExcel} onClick={() => dialogs.sheet.open()}>
            {text.export}
          </ActButton>
        </>
      }
      list={list}
      search={<OperationFilters {...list.search} />}
      tools={rows.data?.isCapped && <span className="list-note">{text.capped(rows.data.total)}</span>}
      of={rows}
      columns={columnsOf({ onOpen: row => dialogs.record.open(row.id), onNarrow: showOnly })}
      rowName={nameOf}
    >
      {shown !== undefined && <RecordDrawer id={shown} onNarrow={showOnly} onClose={closeRecord} />}
      {dialogs.sheet.isOpen && rows.data && <ExportLogs filters={filters} found={rows.data} onClose={dialogs.sheet.close} />}
      {dialogs.evidence.isOpen && evidence.data && <EvidenceDialog period={filters} of={evidence.data} onClose={dialogs.evidence.close} />}
      {dialogs.proof.isOpen && evidence.data && (
        <ProveDialog period={filters} of={evidence.data} onLook={dialogs.record.open} onClose={dialogs.proof.close} />
      )}
    </ListPage>
  )
}
