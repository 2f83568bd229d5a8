import { type Label, userLabel } from '@hufu/contract/label'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { lazy, Suspense, useEffect } from 'react'
import { useCall } from '../../kernel/calls.ts'
import { BatchBar } from '../../parts/batch-bar.tsx'
import { Choice } from '../../parts/choice.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { pageSize } from '../../parts/list-params.ts'
import { ListTools, useFold } from '../../parts/list-tools.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { SearchBar, SearchField } from '../../parts/search-bar.tsx'
import { useDialog } from '../../parts/use-dialog.ts'
import { useListParams } from '../../parts/use-list-params.ts'
import { useSelection } from '../../parts/use-selection.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useLabelActs } from './use-label-acts.ts'
import './label.css'

// Forms and members come when the first of them is opened.
const LabelDialog = lazy(() => import('./label-dialog.tsx'))
const MembersDrawer = lazy(() => import('./members-drawer.tsx'))

const NO_FILTERS = { name: '', status: '' }
const LOOK_AGAIN_MS = 2000

/** Labels by hand and by rule, and who carries them. */
export default function LabelPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const query = { ...params, status: params.status === '' ? undefined : Number(params.status) }
  const rows = useCall(userLabel.page, { query, keepPrevious: true })
  const selection = useSelection<Label>(list.scope)
  const form = useDialog<Label>()
  const members = useDialog<Label>()
  const fold = useFold()
  const acts = useLabelActs(selection.clear)
  useWhileRunning(rows)
  const clear = () => setParams({ ...NO_FILTERS, current: 1 })
  const add = () => form.open()
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <Button type="primary" onClick={add}>
          {text.add}
        </Button>
      }
    >
      <Card>
        <SearchBar
          values={{ name: params.name, status: params.status }}
          onSearch={typed => setParams({ ...typed, current: 1 })}
          onReset={clear}
          hidden={fold.isFolded}
        >
          <SearchField name="name" label={text.columns.name}>
            <Input maxLength={50} allowClear />
          </SearchField>
          <SearchField name="status" label={text.columns.status}>
            <Choice options={statuses} />
          </SearchField>
        </SearchBar>
        <ListTools fold={fold} onRefresh={() => void rows.refetch()} />
        <BatchBar of={selection}>
          <Button size="small" onClick={() => acts.setStatuses(selection.ids, 1)}>
            {text.enable}
          </Button>
          <Button size="small" onClick={() => acts.setStatuses(selection.ids, 0)}>
            {text.disable}
          </Button>
          <Button size="small" danger onClick={() => acts.removeMany(selection.ids)}>
            {text.remove}
          </Button>
        </BatchBar>
        <DataTable<Label>
          label={text.list}
          of={rows}
          columns={columnsOf({ ...acts, onEdit: form.open, onMembers: members.open })}
          paging={params}
          onPage={setParams}
          rowName={row => row.name}
          selection={selection}
          empty={{ title: text.none, hint: text.noneHint, action: <Button onClick={add}>{text.add}</Button> }}
          onClearFilters={list.isFiltered ? clear : undefined}
        />
      </Card>
      <Suspense>
        {form.isOpen && <LabelDialog row={form.item} onClose={form.close} />}
        {members.isOpen && members.item && <MembersDrawer label={members.item} onClose={members.close} />}
      </Suspense>
    </Page>
  )
}

/** As long as somebody's members are being found the list is asked for again. */
function useWhileRunning({ data, refetch }: { data: { records: Label[] } | undefined; refetch: () => unknown }): void {
  const isRunning = data?.records.some(row => row.state === 'running') ?? false
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void refetch(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
}

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
