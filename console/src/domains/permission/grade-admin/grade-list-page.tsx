import type { GradeAdmin } from '@hufu/contract/permission/grade-admin'
import { gradeStates } from '@hufu/contract/grade-state'
import { Input } from 'antd'
import { type ComponentProps } from 'react'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Choice } from '../../../ui/form/choice.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { OrgSelect } from '../../../pickers/org-select.tsx'
import { AddGrade } from './add-grade.tsx'
import { GradeChain } from './grade-chain.tsx'
import { ExportButton } from './export-button.tsx'
import { type GradeQuery, GradeRows } from './grade-rows.tsx'
import { type GradeMeans, useGradeStanding } from './grade-tools.ts'
import { RenewDialog } from './renew-dialog.tsx'
import { text } from './text.ts'
import { useDesk } from './use-desk.ts'
import { useGradeActs } from './use-grade-acts.ts'
import { WhileOpen } from './while-open.tsx'
import './grade-admin.css'

// Its form and its tree come when a grant is opened.
const GradeEditor = lazyComponent(() => import('./grade-editor.tsx'))

/** Who administers what, over all organisations, and who has it from whom. */
export default function GradeListPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), view: 'list', orgId: '', searchKey: '', state: '' })
  const desk = useDesk()
  if (desk.task) return <GradeEditor task={desk.task} orgId={params.orgId} onLeave={desk.close} />
  return (
    <Page
      title={text.listTitle}
      description={text.listDescription}
      actions={
        <>
          <ExportButton query={queryOf(params)} />
          <AddGrade onAdd={desk.add} />
        </>
      }
    >
      <WhileOpen>
        <Grades {...{ params, setParams, desk }} isFiltered={list.isFiltered} scope={list.scope} />
      </WhileOpen>
    </Page>
  )
}

export interface GradeParams {
  current: number
  size: number
  view: string
  orgId: string
  searchKey: string
  state: string
}
const NO_FILTERS = { searchKey: '', state: '', orgId: '' }

interface GradesProps {
  params: GradeParams
  setParams: (patch: Partial<GradeParams>) => void
  desk: ReturnType<typeof useDesk>
  isFiltered: boolean
  scope: string
}

function Grades({ params, setParams, desk, isFiltered, scope }: GradesProps) {
  const narrow = (patch: Partial<GradeParams>) => setParams({ ...patch, current: 1 })
  const renewing = useDialog<GradeAdmin>()
  const acts = useGradeActs()
  const means: GradeMeans = {
    ...useGradeStanding(),
    acts,
    onOpen: row => desk.open(row.id),
    onCopy: row => desk.copy(row.id),
    onRenew: renewing.open,
  }
  const query = queryOf(params)
  const views = [
    {
      key: 'list',
      label: text.views.list,
      children: (
        <GradeRows
          {...{ params, query, means, scope }}
          onPage={setParams}
          onAdd={desk.add}
          onClearFilters={isFiltered ? () => narrow(NO_FILTERS) : undefined}
        />
      ),
    },
    { key: 'chain', label: text.views.chain, children: <GradeChain query={query} means={means} /> },
  ]
  return (
    <Card>
      <Filters params={params} onSearch={narrow} />
      <Tabs activeKey={params.view} onChange={view => setParams({ view })} items={views} className="panel-tabs" />
      {renewing.item && <RenewDialog row={renewing.item} onClose={renewing.close} />}
    </Card>
  )
}

function queryOf({ searchKey, orgId, state }: GradeParams): GradeQuery {
  const known = gradeStates.find(one => one === state)
  return { searchKey, orgId, hasIncludeChild: true, ...(known && { state: known }) }
}

interface FiltersProps {
  params: GradeParams
  onSearch: (patch: Partial<GradeParams>) => void
}
function Filters({ params: { searchKey, state, orgId }, onSearch }: FiltersProps) {
  return (
    <SearchBar values={{ searchKey, state, orgId }} onSearch={onSearch} onReset={() => onSearch(NO_FILTERS)}>
      <SearchField name="searchKey" label={text.filters.searchKey}>
        <Input maxLength={INPUT_MAX} placeholder={text.filters.searchHint} />
      </SearchField>
      <SearchField name="orgId" label={text.filters.org}>
        <OrgFilter />
      </SearchField>
      <SearchField name="state" label={text.filters.state}>
        <Choice options={states} />
      </SearchField>
    </SearchBar>
  )
}

/** An organisation and all below it; nothing chosen is everything in sight. */
const OrgFilter = (field: ComponentProps<typeof OrgSelect>) => <OrgSelect {...field} canClear placeholder={text.filters.everyOrg} />

const states = [{ value: '', label: text.any }, ...gradeStates.map(state => ({ value: state, label: text.states[state] }))]
