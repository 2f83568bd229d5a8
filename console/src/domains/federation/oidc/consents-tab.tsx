import { type Consent, resourceServer } from '@hufu/contract/federation/resource-server'
import { useAction, useCall } from '../../../platform/calls.ts'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { UserLink } from '../../../pickers/user/user-link.tsx'
import { text as oidcText } from './oidc-text.ts'
import { confirmLoss } from '../../apps/index.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'

const text = oidcText.consents
const NO_FILTERS = { searchKey: '' }

/** What users allowed this client, or clients at this resource server. */
export default function ConsentsTab({ of }: TabProps) {
  const list = useList(NO_FILTERS)
  const rows = useCall(resourceServer.consents, { query: { appId: of.id, ...list.params }, keepPrevious: true })
  const withdraw = useAction(resourceServer.withdraw, { refreshes: [resourceServer.consents] })
  const ask = async ({ id }: Consent) => {
    if (await confirmLoss({ title: oidcText.withdrawAsk, content: oidcText.withdrawHint, okText: oidcText.withdraw }))
      await withdraw.run({ body: { appId: of.id, id } })
  }
  return (
    <>
      <SearchBar {...list.search}>
        <TextFilter name="searchKey" label={text.user} />
      </SearchBar>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
      <DataTable<Consent>
        {...list.table}
        label={text.list}
        of={rows}
        columns={columnsOf(ask)}
        rowName={row => row.realName}
        empty={{ title: text.none, hint: text.noneHint }}
      />
    </>
  )
}

const columnsOf = (onWithdraw: (row: Consent) => Promise<void>): Columns<Consent> => [
  { key: 'updateTime', title: text.time, dataIndex: 'updateTime', kind: 'happened', fixed: 'start', width: 144 },
  { key: 'realName', title: text.user, width: 104, render: (_, { userId, realName }) => <UserLink id={userId} realName={realName} /> },
  { key: 'userName', title: text.userName, dataIndex: 'userName', width: 120, spare: true },
  { key: 'clientName', title: text.client, dataIndex: 'clientName', width: 128 },
  { key: 'clientHost', title: text.host, dataIndex: 'clientHost', width: 160, spare: true },
  { key: 'resourceName', title: text.resource, width: 112, render: (_, row) => row.resourceName || text.signInOnly },
  { key: 'scopes', title: text.scopes, width: 168, render: (_, row) => text.named(row.scopes) },
  toolColumn<Consent>(
    row => (
      <RowTools
        name={row.realName}
        tools={[{ label: oidcText.withdraw, call: resourceServer.withdraw, danger: true, onClick: () => void onWithdraw(row) }]}
      />
    ),
    96,
  ),
]
