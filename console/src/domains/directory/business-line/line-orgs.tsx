import { type BusinessLineOrg, businessLine } from '@hufu/contract/directory/business-line'
import { Button } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import type { Selection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import type { LineActs } from './line-acts.ts'
import type { LineList } from './line-list.tsx'
import type { LineTask } from './line-dialogs.tsx'
import { text } from './text.ts'

interface Props {
  list: LineList
  selection: Selection<BusinessLineOrg>
  acts: LineActs
  lineName: string
  onEnter: (id: string) => void
  onAdd: () => void
  open: (task: LineTask) => void
}
const words = text.orgs

/** The organisations of a business line, or those directly below the chosen one. */
export function LineOrgs({ list, selection, acts, lineName, onEnter, onAdd, open }: Props) {
  const { stripeId, parentId } = list.params
  const rows = useCall(businessLine.pageOrg, { query: { ...list.paging, ...list.filters, stripeId, parentId }, keepPrevious: true })
  // A search looks at every depth.
  const search = (typed: Record<string, string>) => list.narrow({ ...typed, ...((typed.name || typed.code) && { parentId: '' }) })
  return (
    <>
      <SearchBar {...list.search} onSearch={search}>
        <TextFilter name="name" label={text.filters.name} />
        <TextFilter name="code" label={text.filters.code} />
      </SearchBar>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
      <BatchBar of={selection}>
        <ActButton call={businessLine.removeOrg} size="small" danger onClick={() => acts.remove(selection.rows)}>
          {text.line.remove}
        </ActButton>
      </BatchBar>
      <DataTable<BusinessLineOrg>
        {...list.table}
        label={text.line.label(lineName)}
        of={rows}
        columns={columnsOf({ acts, onEnter, open })}
        rowName={row => row.name}
        selection={selection}
        empty={{
          title: text.line.none,
          hint: text.line.noneHint,
          action: (
            <ActButton call={businessLine.addOrg} onClick={() => onAdd()}>
              {text.line.add}
            </ActButton>
          ),
        }}
      />
    </>
  )
}

function columnsOf({ acts, onEnter, open }: Pick<Props, 'acts' | 'onEnter' | 'open'>): Columns<BusinessLineOrg> {
  return [
    { key: 'name', title: words.name, width: 176, fixed: 'start', render: (_, row) => <Name row={row} onEnter={onEnter} /> },
    {
      key: 'parent',
      title: words.parent,
      width: 140,
      render: (_, { parentName }) => parentName ?? <span className="line-top">{text.line.top}</span>,
    },
    {
      key: 'path',
      spare: true,
      title: words.path,
      width: 240,
      render: (_, { path }) => (
        <span className="line-path" title={path}>
          {path}
        </span>
      ),
    },
    { key: 'leader', title: words.leader, dataIndex: 'leader', width: 88 },
    { key: 'people', title: words.people, dataIndex: 'userCount', width: 72, align: 'right' },
    { key: 'children', spare: true, title: words.children, dataIndex: 'childCount', width: 64, align: 'right' },
    { key: 'code', spare: true, title: words.code, width: 132, render: (_, { code }) => <code>{code}</code> },
    { key: 'sortNum', spare: true, title: words.sortNum, dataIndex: 'sortNum', width: 80, align: 'right' },
    { key: 'joined', spare: true, title: words.joined, width: 172, render: (_, row) => <Time at={row.createTime} /> },
    toolColumn<BusinessLineOrg>(
      row => (
        <RowTools
          name={row.name}
          tools={[
            { label: text.line.addBelow, call: businessLine.addOrg, onClick: () => open({ kind: 'add', parent: row }) },
            { label: text.line.move, call: businessLine.moveOrg, onClick: () => open({ kind: 'move', row }) },
            { label: text.line.sortNum, call: businessLine.setSortNum, onClick: () => open({ kind: 'sortNum', row }) },
            { label: text.line.remove, call: businessLine.removeOrg, danger: true, onClick: () => acts.remove([row]) },
          ]}
        />
      ),
      216,
    ),
  ]
}

function Name({ row, onEnter }: { row: BusinessLineOrg; onEnter: (id: string) => void }) {
  return (
    <span title={row.path}>
      {row.childCount > 0 ? (
        <Button type="link" className="cell-link" onClick={() => onEnter(row.id)}>
          {row.name}
        </Button>
      ) : (
        row.name
      )}
      {row.status === 0 && <Tag>{text.disabled}</Tag>}
    </span>
  )
}
