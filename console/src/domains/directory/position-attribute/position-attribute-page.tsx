import { type PositionAttribute, positionAttribute } from '@hufu/contract/directory/position-attribute'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { DragRows } from '../../../ui/list/drag-rows.tsx'
import { Card, Page, PageCount } from '../../../ui/page.tsx'
import { StatusBatch } from '../../../ui/batch/status-batch.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { columnsOf } from './columns.tsx'
import { type FaceOf, faces } from './faces.ts'
import { text } from './text.ts'
import { usePositionAttributeActs } from './use-position-attribute-acts.tsx'
import './position-attribute.css'

// Forms are loaded when first opened.
const PositionAttributeDialog = lazyComponent(() => import('./position-attribute-dialog.tsx'))
const StandardDialog = lazyComponent(() => import('./standard-dialog.tsx'))
const CodesDialog = lazyComponent(() => import('./codes-dialog.tsx'))

/** One page for the four kinds; the address says which. */
export default function PositionAttributePage() {
  const { pathname } = useLocation()
  const face = faces.find(({ path }) => path === pathname) ?? faces[0]
  return <FacePage key={face.kind} face={face} />
}

const NO_FILTERS = { name: '', code: '', status: '' }

function FacePage({ face }: { face: FaceOf }) {
  const { name, description } = text.faces[face.kind]
  const calls = positionAttribute[face.kind]
  const may = useMay()
  const list = useList(NO_FILTERS)
  const rows = useCall(calls.page, {
    query: { ...list.params, status: flagIn(list.params.status) },
    keepPrevious: true,
  })
  const standard = useCall(calls.standard)
  const selection = useSelection<PositionAttribute>(list.scope)
  const dialog = useDialog<PositionAttribute>()
  const [opened, setOpened] = useState<'standard' | 'codes'>()
  const closeTable = () => setOpened(undefined)
  const acts = usePositionAttributeActs(face.kind, selection.clear)
  const add = () => dialog.open()
  const table = (
    <DataTable<PositionAttribute>
      {...list.table}
      label={text.list(name)}
      of={rows}
      columns={columnsOf({ ...acts, face, isSortable: !list.isFiltered && may(calls.sortDrag), onEdit: dialog.open })}
      rowName={row => row.name}
      selection={selection}
      empty={{
        title: text.none(name),
        hint: standard.data ? text.noneHint : text.noneHintPlain,
        action: (
          <ActButton call={calls.save} onClick={add}>
            {text.add(name)}
          </ActButton>
        ),
      }}
    />
  )
  return (
    <Page
      title={name}
      description={description}
      actions={
        <>
          {standard.data && (
            <ActButton call={calls.takeStandard} onClick={() => setOpened('standard')}>
              {text.standard.open}
            </ActButton>
          )}
          <ActButton call={calls.takeCodes} onClick={() => setOpened('codes')}>
            {text.codes.open}
          </ActButton>
          <ActButton call={calls.save} type="primary" onClick={add}>
            {text.add(name)}
          </ActButton>
        </>
      }
    >
      <PageCount of={rows.data} />
      <Card>
        <SearchBar {...list.search}>
          <TextFilter name="name" label={text.columns.name} />
          <TextFilter name="code" label={text.columns.code} />
          <StatusFilter name="status" label={text.columns.status} />
        </SearchBar>
        <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
        <StatusBatch of={selection} calls={calls} acts={acts} />
        {list.isFiltered || !may(calls.sortDrag) ? (
          table
        ) : (
          <DragRows ids={rows.data?.records.map(row => row.id) ?? []} onOrder={ids => void acts.putInOrder(ids)}>
            {table}
          </DragRows>
        )}
      </Card>
      {dialog.isOpen && <PositionAttributeDialog kind={face.kind} row={dialog.item} onClose={dialog.close} />}
      {opened === 'standard' && standard.data && <StandardDialog kind={face.kind} standard={standard.data} onClose={closeTable} />}
      {opened === 'codes' && <CodesDialog kind={face.kind} onClose={closeTable} />}
    </Page>
  )
}
