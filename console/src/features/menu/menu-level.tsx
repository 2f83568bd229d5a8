import { type MenuNode, menus } from '@hufu/contract/menu'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { useCall } from '../../kernel/calls.ts'
import { BatchBar } from '../../parts/batch-bar.tsx'
import { Choice } from '../../parts/choice.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ListTools, useFold } from '../../parts/list-tools.tsx'
import { SearchBar, SearchField } from '../../parts/search-bar.tsx'
import type { ListState } from '../../parts/use-list-params.ts'
import { useSelection } from '../../parts/use-selection.ts'
import { isOwnGround } from './branches.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useMenuActs } from './use-menu-acts.ts'

interface Params {
  current: number
  size: number
  parentId: string
  name: string
  type: string
  status: string
}
interface Props {
  parent: MenuNode | undefined
  params: Params
  setParams: (patch: Partial<Params>) => void
  list: ListState
  onEnter: (id: string) => void
  onEdit: (row: MenuNode) => void
  onAdd: () => void
}

/** What stands directly below one node: the list with its filters, switches and acts. */
export function MenuLevel({ parent, params, setParams, list, onEnter, onEdit, onAdd }: Props) {
  const query = { ...params, status: params.status === '' ? undefined : Number(params.status) }
  const rows = useCall(menus.page, { query, keepPrevious: true })
  const selection = useSelection<MenuNode>(list.scope)
  const fold = useFold()
  const acts = useMenuActs(selection.clear)
  const { name, type, status } = params
  const isNarrowed = name !== '' || type !== '' || status !== ''
  const clear = () => setParams({ name: '', type: '', status: '', current: 1 })
  const holdsOwnGround = selection.rows.some(isOwnGround)
  return (
    <>
      <SearchBar
        values={{ name, type, status }}
        onSearch={typed => setParams({ ...typed, current: 1 })}
        onReset={clear}
        hidden={fold.isFolded}
      >
        <SearchField name="name" label={text.filters.name}>
          <Input maxLength={50} allowClear />
        </SearchField>
        <SearchField name="type" label={text.filters.type}>
          <Choice options={typeOptions} />
        </SearchField>
        <SearchField name="status" label={text.filters.status}>
          <Choice options={statusOptions} />
        </SearchField>
      </SearchBar>
      <ListTools fold={fold} onRefresh={() => void rows.refetch()} />
      <BatchBar of={selection}>
        <Button size="small" onClick={() => acts.setStatuses(selection.ids, 1)}>
          {text.enable}
        </Button>
        <Button
          size="small"
          disabled={holdsOwnGround}
          title={holdsOwnGround ? text.ownGround : ''}
          onClick={() => acts.setStatuses(selection.ids, 0)}
        >
          {text.disable}
        </Button>
        <Button
          size="small"
          danger
          disabled={holdsOwnGround}
          title={holdsOwnGround ? text.ownGround : ''}
          onClick={() => acts.removeMany(selection.ids)}
        >
          {text.remove}
        </Button>
      </BatchBar>
      <DataTable<MenuNode>
        label={text.list(parent?.name ?? text.all)}
        of={rows}
        columns={columnsOf({ ...acts, onEnter, onEdit })}
        paging={params}
        onPage={setParams}
        rowName={row => row.name}
        selection={selection}
        empty={{ title: text.none, hint: text.noneHint, action: <Button onClick={onAdd}>{text.addBelow}</Button> }}
        onClearFilters={isNarrowed ? clear : undefined}
      />
    </>
  )
}

const typeOptions = [
  { value: '', label: text.filters.any },
  { value: 'menu', label: text.menu },
  { value: 'button', label: text.button },
]
const statusOptions = [
  { value: '', label: text.filters.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
