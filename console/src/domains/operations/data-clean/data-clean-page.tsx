import { type CleanRule, dataClean } from '@hufu/contract/operations/data-clean'
import { Button } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { shippedName } from '../shipped-names.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { PartTools } from '../../../ui/list/list-tools.tsx'
import { useStoredLayout } from '../../../ui/list/columns/use-columns.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { Card, Page, PageCount } from '../../../ui/page.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import './data-clean.css'

const RuleDialog = lazyComponent(() => import('./rule-dialog.tsx'))
const CleanDialog = lazyComponent(() => import('./clean-dialog.tsx'))
const LogDrawer = lazyComponent(() => import('./log-drawer.tsx'))

/** How long each kind of data is kept, and cleaning by hand. */
export default function DataCleanPage() {
  const { data, ...call } = useCall(dataClean.list)
  const arranged = useStoredLayout('/devops/data-clean')
  const selection = useSelection<CleanRule>('')
  const editing = useDialog<CleanRule>()
  const cleaning = useDialog<readonly CleanRule[]>()
  const logs = useDialog()
  const records = data?.map(row => ({ ...row, name: shippedName(row.name) }))
  const rows = { ...call, data: records && { records, total: records.length } }
  return (
    <Page title={text.title} description={text.description} actions={<Button onClick={() => logs.open()}>{text.logs}</Button>}>
      <PageCount of={rows.data} />
      <Card>
        <PartTools arranged={arranged} onRefresh={() => void call.refetch()} />
        <BatchBar of={selection}>
          <ActButton call={dataClean.execute} size="small" danger onClick={() => cleaning.open(selection.rows)}>
            {text.clean}
          </ActButton>
        </BatchBar>
        <DataTable<CleanRule>
          label={text.list}
          of={rows}
          arranged={arranged}
          columns={columnsOf({ onEdit: editing.open, onClean: row => cleaning.open([row]) })}
          paging={{ current: 1, size: 20 }}
          onPage={() => undefined}
          rowName={row => row.name}
          selection={selection}
        />
      </Card>
      {editing.item && <RuleDialog rule={editing.item} onClose={editing.close} />}
      {cleaning.item && <CleanDialog rules={cleaning.item} onDone={selection.clear} onClose={cleaning.close} />}
      {logs.isOpen && <LogDrawer rules={records ?? []} onClose={logs.close} />}
    </Page>
  )
}
