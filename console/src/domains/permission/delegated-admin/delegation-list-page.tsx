import type { DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { delegationStates } from '@hufu/contract/delegation-state'
import { Input } from 'antd'
import { type ComponentProps } from 'react'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { OrgSelect } from '../../../pickers/org-select.tsx'
import { AddDelegation } from './add-delegation.tsx'
import { DelegationChain } from './delegation-chain.tsx'
import { ExportButton } from './export-button.tsx'
import { type DelegationQuery, DelegationRows } from './delegation-rows.tsx'
import { type DelegationActions, useDelegationStanding } from './delegation-tools.ts'
import { RenewDialog } from './renew-dialog.tsx'
import { text } from './text.ts'
import { useDesk } from './use-desk.ts'
import { useDelegationActs } from './use-delegation-acts.ts'
import { WhileOpen } from './while-open.tsx'
import './delegated-admin.css'

// Its form and its tree come when a grant is opened.
const DelegationEditor = lazyComponent(() => import('./delegation-editor.tsx'))

/** Who administers what, over all organisations, and who has it from whom. */
export default function DelegationListPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), view: 'list', orgId: '', searchKey: '', state: '' })
  const desk = useDesk()
  if (desk.task) return <DelegationEditor task={desk.task} orgId={params.orgId} onLeave={desk.close} />
  return (
    <Page
      title={text.listTitle}
      description={text.listDescription}
      actions={
        <>
          <ExportButton query={queryOf(params)} />
          <AddDelegation onAdd={desk.add} />
        </>
      }
    >
      <WhileOpen>
        <Delegations {...{ params, setParams, desk }} isFiltered={list.isFiltered} scope={list.scope} />
      </WhileOpen>
    </Page>
  )
}

export interface DelegationParams {
  current: number
  size: number
  view: string
  orgId: string
  searchKey: string
  state: string
}
const NO_FILTERS = { searchKey: '', state: '', orgId: '' }

interface DelegationsProps {
  params: DelegationParams
  setParams: (patch: Partial<DelegationParams>) => void
  desk: ReturnType<typeof useDesk>
  isFiltered: boolean
  scope: string
}

function Delegations({ params, setParams, desk, isFiltered, scope }: DelegationsProps) {
  const narrow = (patch: Partial<DelegationParams>) => setParams({ ...patch, current: 1 })
  const renewing = useDialog<DelegatedAdmin>()
  const acts = useDelegationActs()
  const actions: DelegationActions = {
    ...useDelegationStanding(),
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
        <DelegationRows
          {...{ params, query, actions, scope }}
          onPage={setParams}
          onAdd={desk.add}
          onClearFilters={isFiltered ? () => narrow(NO_FILTERS) : undefined}
        />
      ),
    },
    { key: 'chain', label: text.views.chain, children: <DelegationChain query={query} actions={actions} /> },
  ]
  return (
    <Card>
      <Filters params={params} onSearch={narrow} />
      <Tabs activeKey={params.view} onChange={view => setParams({ view })} items={views} className="panel-tabs" />
      {renewing.item && <RenewDialog row={renewing.item} onClose={renewing.close} />}
    </Card>
  )
}

function queryOf({ searchKey, orgId, state }: DelegationParams): DelegationQuery {
  const known = delegationStates.find(one => one === state)
  return { searchKey, orgId, hasIncludeChild: true, ...(known && { state: known }) }
}

interface FiltersProps {
  params: DelegationParams
  onSearch: (patch: Partial<DelegationParams>) => void
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
        <NativeSelect options={states} />
      </SearchField>
    </SearchBar>
  )
}

/** An organisation and all below it; nothing chosen is everything in sight. */
const OrgFilter = (field: ComponentProps<typeof OrgSelect>) => <OrgSelect {...field} canClear placeholder={text.filters.everyOrg} />

const states = [{ value: '', label: text.any }, ...delegationStates.map(state => ({ value: state, label: text.states[state] }))]
