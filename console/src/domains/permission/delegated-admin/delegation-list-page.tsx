import { delegatedAdmin, type DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { delegationStates } from '@hufu/contract/delegation-state'
import { type ComponentProps } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { SearchBar, SearchField, type SearchProps } from '../../../ui/list/search/search-bar.tsx'
import { SheetButton } from '../../../ui/list/sheet-button.tsx'
import { type List, useList } from '../../../ui/list/use-list.ts'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { AddDelegation } from './add-delegation.tsx'
import { DelegationChain } from './delegation-chain.tsx'
import { type DelegationQuery, DelegationRows } from './delegation-rows.tsx'
import { type DelegationActions, useDelegationState } from './delegation-tools.ts'
import { RenewDialog } from './renew-dialog.tsx'
import { text } from './text.ts'
import { useOpenDelegation } from './use-open-delegation.ts'
import { useDelegationActs } from './use-delegation-acts.ts'
import { WhenDelegationEnabled } from './when-delegation-enabled.tsx'
import './delegated-admin.css'

// The editor, with its form and tree, is loaded when a delegation is opened.
const DelegationEditor = lazyComponent(() => import('./delegation-editor.tsx'))
const NO_FILTERS = { searchKey: '', state: '', orgId: '' }

/** All delegations: who administers what, and who delegated it. */
export default function DelegationListPage() {
  const list = useList(NO_FILTERS, { view: 'list' })
  const desk = useOpenDelegation()
  const { run } = useAction(delegatedAdmin.exportExcel)
  if (desk.task) return <DelegationEditor task={desk.task} orgId={list.params.orgId} onLeave={desk.close} />
  return (
    <Page
      title={text.listTitle}
      description={text.listDescription}
      actions={
        <>
          <SheetButton
            call={delegatedAdmin.exportExcel}
            title={text.exporting}
            start={uuid => run({ query: { uuid, query: JSON.stringify(queryOf(list.params)) } })}
          >
            {text.export}
          </SheetButton>
          <AddDelegation onAdd={desk.add} />
        </>
      }
    >
      <WhenDelegationEnabled>
        <Delegations list={list} desk={desk} />
      </WhenDelegationEnabled>
    </Page>
  )
}

interface DelegationsProps {
  list: List<typeof NO_FILTERS, { view: string }>
  desk: ReturnType<typeof useOpenDelegation>
}

function Delegations({ list, desk }: DelegationsProps) {
  const renewing = useDialog<DelegatedAdmin>()
  const acts = useDelegationActs()
  const actions: DelegationActions = {
    ...useDelegationState(),
    acts,
    onOpen: row => desk.open(row.id),
    onCopy: row => desk.copy(row.id),
    onRenew: renewing.open,
  }
  const query = queryOf(list.params)
  const views = [
    {
      key: 'list',
      label: text.views.list,
      children: <DelegationRows list={list} query={query} actions={actions} onAdd={desk.add} />,
    },
    { key: 'chain', label: text.views.chain, children: <DelegationChain query={query} actions={actions} /> },
  ]
  return (
    <Card>
      <Filters {...list.search} />
      <Tabs activeKey={list.params.view} onChange={view => list.setParams({ view })} items={views} className="panel-tabs" />
      {renewing.item && <RenewDialog row={renewing.item} onClose={renewing.close} />}
    </Card>
  )
}

function queryOf({ searchKey, orgId, state }: typeof NO_FILTERS): DelegationQuery {
  const delegationState = delegationStates.find(one => one === state)
  return { searchKey, orgId, hasIncludeChild: true, ...(delegationState && { state: delegationState }) }
}

function Filters(search: SearchProps) {
  return (
    <SearchBar {...search}>
      <TextFilter name="searchKey" label={text.filters.searchKey} placeholder={text.filters.searchHint} />
      <SearchField name="orgId" label={text.filters.org}>
        <OrgFilter />
      </SearchField>
      <ChoiceFilter name="state" label={text.filters.state} options={states} />
    </SearchBar>
  )
}

/** An organisation with all below it; by default, everything in the user's scope. */
const OrgFilter = (field: ComponentProps<typeof OrgSelect>) => <OrgSelect {...field} canClear placeholder={text.filters.everyOrg} />

const states = [{ value: '', label: text.any }, ...delegationStates.map(state => ({ value: state, label: text.states[state] }))]
