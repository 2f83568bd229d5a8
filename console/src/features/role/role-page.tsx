import { role, type Role } from '@hufu/contract/role'
import { Button, Input } from 'antd'
import { lazy, Suspense } from 'react'
import { useCall } from '../../kernel/calls.ts'
import { INPUT_MAX } from '../../kernel/constants.ts'
import { BatchBar } from '../../parts/batch-bar.tsx'
import { Choice } from '../../parts/choice.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { pageSize } from '../../parts/list-params.ts'
import { ListTools, useFold } from '../../parts/list-tools.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { SearchBar, SearchField } from '../../parts/search-bar.tsx'
import { useDialog } from '../../parts/use-dialog.ts'
import { useListParams } from '../../parts/use-list-params.ts'
import { useSelection, type Selection } from '../../parts/use-selection.ts'
import { columnsOf } from './role-columns.tsx'
import type { RoleTask } from './role-dialogs.tsx'
import { text } from './text.ts'
import { type RoleActs, useRoleActs } from './use-role-acts.ts'
import './role.css'

const RoleDialogs = lazy(() => import('./role-dialogs.tsx'))
const NO_FILTERS = { name: '', code: '', status: '' }

/** The roles of this console: what each is called, who holds it, how much it grants. */
export default function RolePage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { name, code, status } = params
  const query = { ...params, status: status === '' ? undefined : Number(status) }
  const rows = useCall(role.page, { query, keepPrevious: true })
  const dialog = useDialog<RoleTask>()
  const selection = useSelection<Role>(list.scope)
  const acts = useRoleActs(selection.clear)
  const fold = useFold()
  const narrow = (patch: Partial<typeof params>) => setParams({ ...patch, current: 1 })
  const add = (
    <Button type="primary" onClick={() => dialog.open({ kind: 'add' })}>
      {text.add}
    </Button>
  )
  return (
    <Page title={text.title} description={text.description} actions={add}>
      <Card>
        <SearchBar values={{ name, code, status }} hidden={fold.isFolded} onSearch={narrow} onReset={() => narrow(NO_FILTERS)}>
          <SearchField name="name" label={text.columns.name}>
            <Input maxLength={INPUT_MAX} allowClear />
          </SearchField>
          <SearchField name="code" label={text.columns.code}>
            <Input maxLength={INPUT_MAX} allowClear />
          </SearchField>
          <SearchField name="status" label={text.columns.status}>
            <Choice options={statuses} />
          </SearchField>
        </SearchBar>
        <ListTools fold={fold} onRefresh={() => void rows.refetch()} />
        <Batch selection={selection} acts={acts} onCompare={pair => dialog.open({ kind: 'compare', pair })} />
        <DataTable<Role>
          label={text.list}
          of={rows}
          columns={columnsOf({ acts, open: dialog.open })}
          paging={params}
          onPage={setParams}
          rowName={row => row.name}
          selection={selection}
          empty={{ title: text.none, hint: text.noneHint, action: add }}
          onClearFilters={list.isFiltered ? () => narrow(NO_FILTERS) : undefined}
        />
      </Card>
      {dialog.item && (
        <Suspense>
          <RoleDialogs task={dialog.item} onClose={dialog.close} />
        </Suspense>
      )}
    </Page>
  )
}

interface BatchProps {
  selection: Selection<Role>
  acts: RoleActs
  onCompare: (pair: readonly [Role, Role]) => void
}

function Batch({ selection, acts, onCompare }: BatchProps) {
  const { rows } = selection
  const [one, two] = rows
  const pair = rows.length === 2 && one && two ? ([one, two] as const) : undefined
  return (
    <BatchBar of={selection}>
      <Button size="small" disabled={!pair} title={pair ? '' : text.tools.compareHint} onClick={() => pair && onCompare(pair)}>
        {text.tools.compare}
      </Button>
      <Button size="small" onClick={() => acts.setStatuses(rows, 1)}>
        {text.tools.enable}
      </Button>
      <Button size="small" onClick={() => acts.setStatuses(rows, 0)}>
        {text.tools.disable}
      </Button>
      <Button size="small" danger onClick={() => acts.removeMany(rows)}>
        {text.tools.remove}
      </Button>
    </BatchBar>
  )
}

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
