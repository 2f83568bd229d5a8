import { org, type Org } from '@hufu/contract/directory/org'
import { ORG_TYPE } from '@hufu/contract/operations/dict'
import { states } from '@hufu/contract/text'
import { Switch, Button } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { SearchBar, SearchField, type SearchProps } from '../../../ui/list/search/search-bar.tsx'
import { DateRangeField } from '../../../ui/list/search/date-range.tsx'
import { PageActs, PageCount } from '../../../ui/page.tsx'
import type { Selection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { DictSelect } from '../../../pickers/dict-select.tsx'
import { isRoot, type OrgActs } from './org-acts.ts'
import { columnsOf } from './org-columns.tsx'
import type { OrgTask } from './org-dialogs.tsx'
import { filtersOf, type Orgs } from './org-params.ts'
import { orgTools } from './org-tools.ts'
import { text } from './text.ts'

export interface LevelProps {
  list: Orgs
  /** '' where the list shows everything. */
  parentId: string
  isReady: boolean
  selection: Selection<Org>
  acts: OrgActs
  detail: ((id: string) => string) | undefined
  delegations: ((id: string) => string) | undefined
  open: (task: OrgTask) => void
  onEnter: (id: string) => void
  onAdd: () => void
}

/** The organisations below one: list, filters and actions. */
export function OrgLevel(props: LevelProps) {
  const { list, parentId, isReady, selection, acts, detail, delegations, open, onEnter, onAdd } = props
  const { params, narrow } = list
  const { orderBy, asc } = params
  const filters = filtersOf(params, parentId)
  const order = orderBy ? { orderBy, asc } : {}
  const rows = useCall(org.page, { query: { ...list.paging, ...filters, ...order }, keepPrevious: true, enabled: isReady })
  const path = useCall(org.path, { query: { id: parentId }, enabled: parentId !== '' })
  const parent = path.data?.at(-1)
  // A search by name looks at every depth, and the switch shows it.
  const search = (typed: Record<string, string>) => narrow({ ...typed, ...((typed.name || typed.code) && { hasIncludeChild: true }) })
  const exportAim = { chosen: selection.ids, parent, filters, total: rows.data?.total ?? 0 }
  const shown = columnsOf({
    params,
    hasParent: params.hasIncludeChild || parentId === '',
    detail,
    onEnter,
    since: rows.dataUpdatedAt,
    tools: row => orgTools(row, { acts, open, delegations, edit: () => open({ kind: 'edit', row }) }),
  })
  return (
    <>
      <Filters {...list.search} onSearch={search} />
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()}>
        <PathBar path={path.data ?? []} range={params.orgRangeName} onEnter={onEnter} />
        <label className="org-below">
          <Switch size="small" checked={params.hasIncludeChild} onChange={hasIncludeChild => narrow({ hasIncludeChild })} />
          {text.list.includeBelow}
        </label>
      </ListTools>
      <PageCount of={rows.data} />
      <PageActs>
        <ActButton call={org.exportExcel} onClick={() => open({ kind: 'export', aim: exportAim })}>
          {text.list.exportSheet}
        </ActButton>
      </PageActs>
      <Batch
        selection={selection}
        acts={acts}
        onMove={() => open({ kind: 'move', rows: selection.rows })}
        onExport={() => open({ kind: 'export', aim: exportAim })}
      />
      <DataTable<Org>
        {...list.table}
        label={parent ? text.list.label(parent.name) : text.list.labelAll}
        of={rows}
        columns={shown}
        onSort={(by, isAscending) => narrow({ orderBy: by, asc: isAscending ?? true })}
        rowName={row => row.name}
        selection={selection}
        empty={{
          title: text.list.none,
          hint: text.list.noneHint,
          action: (
            <ActButton call={org.save} onClick={onAdd}>
              {text.list.addBelow}
            </ActButton>
          ),
        }}
      />
    </>
  )
}

function Filters(search: SearchProps) {
  return (
    <SearchBar {...search}>
      <TextFilter name="name" label={text.filters.name} placeholder={text.filters.namePlaceholder} />
      <TextFilter name="code" label={text.filters.code} />
      <StatusFilter name="status" label={text.filters.status} />
      <SearchField name="orgType" label={text.filters.orgType}>
        <DictSelect type={ORG_TYPE} none={states.all} />
      </SearchField>
      <DateRangeField label={text.filters.created} begin="beginTime" end="endTime" endsToday withLong />
    </SearchBar>
  )
}

interface BatchProps {
  selection: Selection<Org>
  acts: OrgActs
  onMove: () => void
  onExport: () => void
}
function Batch({ selection, acts, onMove, onExport }: BatchProps) {
  const { rows } = selection
  const blocked = rows.some(isRoot) ? { disabled: true, title: text.acts.rootOrg } : {}
  return (
    <BatchBar of={selection}>
      <ActButton call={org.setStatus} size="small" onClick={() => acts.setStatuses(rows, 1)}>
        {text.enable}
      </ActButton>
      <ActButton call={org.setStatus} size="small" {...blocked} onClick={() => acts.setStatuses(rows, 0)}>
        {text.disable}
      </ActButton>
      <ActButton call={org.move} size="small" {...blocked} onClick={onMove}>
        {text.acts.move}
      </ActButton>
      <ActButton call={org.exportExcel} size="small" onClick={onExport}>
        {text.acts.exportChosen}
      </ActButton>
      <ActButton call={org.remove} size="small" danger {...blocked} onClick={() => acts.removeMany(rows)}>
        {text.acts.remove}
      </ActButton>
    </BatchBar>
  )
}

interface Props {
  /** From the top to the chosen organisation; empty where everything is listed. */
  path: readonly { id: string; name: string }[]
  range: string
  onEnter: (id: string) => void
}

/** The path of the listed organisation; each ancestor is a link. */
function PathBar({ path, range, onEnter }: Props) {
  return (
    <nav className="org-way" aria-label={text.list.way}>
      <ol>
        {path.length === 0 && <li aria-current="location">{range || text.list.all}</li>}
        {path.map(({ id, name }, index) =>
          index === path.length - 1 ? (
            <li key={id} aria-current="location">
              {name}
            </li>
          ) : (
            <li key={id}>
              <Button type="link" size="small" onClick={() => onEnter(id)}>
                {name}
              </Button>
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}
