import { type Standing, standing } from '@hufu/contract/standing'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useCall } from '../../kernel/calls.ts'
import { BatchBar } from '../../parts/batch-bar.tsx'
import { Choice } from '../../parts/choice.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DragRows } from '../../parts/drag-rows.tsx'
import { pageSize } from '../../parts/list-params.ts'
import { ListTools, useFold } from '../../parts/list-tools.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { SearchBar, SearchField } from '../../parts/search-bar.tsx'
import { useDialog } from '../../parts/use-dialog.ts'
import { useListParams } from '../../parts/use-list-params.ts'
import { useSelection } from '../../parts/use-selection.ts'
import { columnsOf } from './columns.tsx'
import { type FaceOf, faces } from './faces.ts'
import { text } from './text.ts'
import { useStandingActs } from './use-standing-acts.ts'
import './standing.css'

// Forms come when the first of them is opened.
const StandingDialog = lazy(() => import('./standing-dialog.tsx'))
const StandardDialog = lazy(() => import('./standard-dialog.tsx'))

/** One screen with four faces: the address says which. */
export default function StandingPage() {
  const { pathname } = useLocation()
  const face = faces.find(({ path }) => path === pathname) ?? faces[0]
  return <FacePage key={face.kind} face={face} />
}

const NO_FILTERS = { name: '', code: '', status: '' }

function FacePage({ face }: { face: FaceOf }) {
  const { name, description } = text.faces[face.kind]
  const calls = standing[face.kind]
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const rows = useCall(calls.page, {
    query: { ...params, status: params.status === '' ? undefined : Number(params.status) },
    keepPrevious: true,
  })
  const standard = useCall(calls.standard)
  const selection = useSelection<Standing>(list.scope)
  const dialog = useDialog<Standing>()
  const [isTaking, setTaking] = useState(false)
  const fold = useFold()
  const acts = useStandingActs(face.kind, selection.clear)
  const clear = () => setParams({ ...NO_FILTERS, current: 1 })
  const add = () => dialog.open()
  const table = (
    <DataTable<Standing>
      label={text.list(name)}
      of={rows}
      columns={columnsOf({ ...acts, face, isSortable: !list.isFiltered, onEdit: dialog.open })}
      paging={params}
      onPage={setParams}
      rowName={row => row.name}
      selection={selection}
      empty={{
        title: text.none(name),
        hint: standard.data ? text.noneHint : text.noneHintPlain,
        action: <Button onClick={add}>{text.add(name)}</Button>,
      }}
      onClearFilters={list.isFiltered ? clear : undefined}
    />
  )
  return (
    <Page
      title={name}
      description={description}
      actions={
        <>
          {standard.data && <Button onClick={() => setTaking(true)}>{text.standard.open}</Button>}
          <Button type="primary" onClick={add}>
            {text.add(name)}
          </Button>
        </>
      }
    >
      <Card>
        <SearchBar
          values={{ name: params.name, code: params.code, status: params.status }}
          onSearch={typed => setParams({ ...typed, current: 1 })}
          onReset={clear}
          hidden={fold.isFolded}
        >
          <SearchField name="name" label={text.columns.name}>
            <Input maxLength={50} allowClear />
          </SearchField>
          <SearchField name="code" label={text.columns.code}>
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
        {list.isFiltered ? (
          table
        ) : (
          <DragRows ids={rows.data?.records.map(row => row.id) ?? []} onOrder={ids => void acts.putInOrder(ids)}>
            {table}
          </DragRows>
        )}
      </Card>
      <Suspense>
        {dialog.isOpen && <StandingDialog kind={face.kind} row={dialog.item} onClose={dialog.close} />}
        {isTaking && standard.data && <StandardDialog kind={face.kind} standard={standard.data} onClose={() => setTaking(false)} />}
      </Suspense>
    </Page>
  )
}

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
