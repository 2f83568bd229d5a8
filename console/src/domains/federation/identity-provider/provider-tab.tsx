import { type IdentityProvider, identityProvider } from '@hufu/contract/federation/identity-provider'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { PartTools } from '../../../ui/list/list-tools.tsx'
import { useStoredLayout } from '../../../ui/list/columns/use-columns.ts'
import { useLocalList } from '../../../ui/list/use-local-list.ts'
import { Copyable } from '../../../ui/states.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { useProviderActs } from './use-provider-acts.ts'
import './identity-provider.css'

const ProviderDialog = lazyComponent(() => import('./provider-dialog.tsx'))

const NO_FILTERS = {}
/** Placeholder in the addresses to register while there is no code yet. */
const ANY_CODE = 'code'

/** The external identity providers by which users sign in. */
export default function ProviderTab() {
  const list = useLocalList(NO_FILTERS)
  const arranged = useStoredLayout('/system/securityConfig#providers')
  const rows = useCall(identityProvider.page, { query: list.params, keepPrevious: true })
  const form = useDialog<IdentityProvider>()
  const acts = useProviderActs()
  const add = (
    <ActButton call={identityProvider.save} type="primary" onClick={() => form.open()}>
      {text.add}
    </ActButton>
  )
  const isEmpty = rows.data?.total === 0
  return (
    <>
      <PartTools arranged={arranged} onRefresh={() => void rows.refetch()}>
        <p className="provider-about">{text.about}</p>
        {!isEmpty && add}
      </PartTools>
      {isEmpty && <CallbackForm />}
      <DataTable<IdentityProvider>
        {...list.table}
        label={text.list}
        of={rows}
        arranged={arranged}
        columns={columnsOf({ ...acts, onEdit: form.open })}
        rowName={row => row.name}
        empty={{ title: text.none, hint: text.noneHint, action: add }}
      />
      {form.isOpen && <ProviderDialog row={form.item} onClose={form.close} />}
    </>
  )
}

/** The values to register at the provider, known before anything is saved here. */
function CallbackForm() {
  const found = useCall(identityProvider.callback, { query: { code: ANY_CODE, kind: 'oidc' }, quietly: true })
  if (!found.data) return null
  return (
    <p className="provider-address">
      {text.callbackForm} <Copyable value={found.data.callback} />
    </p>
  )
}
