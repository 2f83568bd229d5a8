import { appRole } from '@hufu/contract/apps/app-role'
import { type AppUser, appUser } from '@hufu/contract/apps/app-user'
import { Button, Input } from 'antd'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { Can } from '../../../ui/can.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import type { Selection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { OrgSelect } from '../../../pickers/org-select.tsx'
import { text } from './text.ts'
import type { UserActs } from './user-acts.ts'

export const NO_FILTERS = { searchKey: '', orgId: '', status: '', source: '' }
export type Params = { appId: string; current: number; size: number } & Record<keyof typeof NO_FILTERS, string>

interface FiltersProps {
  apps: readonly { id: string; name: string }[]
  params: Params
  isFolded: boolean
  onNarrow: (patch: Partial<Params>) => void
}

/** Which application, and whom in it. */
export function Filters({ apps, params, isFolded, onNarrow }: FiltersProps) {
  const { appId, searchKey, orgId, status, source } = params
  return (
    <SearchBar
      values={{ appId, searchKey, orgId, status, source }}
      hidden={isFolded}
      onSearch={onNarrow}
      onReset={() => onNarrow(NO_FILTERS)}
    >
      <SearchField name="appId" label={text.app}>
        <NativeSelect options={apps.map(({ id, name }) => ({ value: id, label: name }))} />
      </SearchField>
      <SearchField name="searchKey" label={text.columns.searchKey}>
        <Input maxLength={INPUT_MAX} allowClear placeholder={text.search} />
      </SearchField>
      <SearchField name="orgId" label={text.columns.org}>
        <OrgSelect canClear />
      </SearchField>
      <SearchField name="status" label={text.columns.status}>
        <NativeSelect options={statuses} />
      </SearchField>
      <SearchField name="source" label={text.columns.source}>
        <NativeSelect options={sources} />
      </SearchField>
    </SearchBar>
  )
}

/** What is done with those ticked. */
export function Batch({ selection, acts, onAssign }: { selection: Selection<AppUser>; acts: UserActs; onAssign: () => void }) {
  return (
    <BatchBar of={selection}>
      <Can call={appRole.addUser}>
        <Button size="small" onClick={onAssign}>
          {text.tools.roles}
        </Button>
      </Can>
      <ActButton call={appUser.setStatus} size="small" onClick={() => acts.setStatus(selection.rows, 1)}>
        {text.tools.enable}
      </ActButton>
      <ActButton call={appUser.setStatus} size="small" onClick={() => acts.setStatus(selection.rows, 0)}>
        {text.tools.disable}
      </ActButton>
      <ActButton call={appUser.remove} size="small" danger onClick={() => acts.remove(selection.rows)}>
        {text.tools.remove}
      </ActButton>
    </BatchBar>
  )
}

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
const sources = [
  { value: '', label: text.any },
  { value: 'direct', label: text.sources.direct },
  { value: 'group', label: text.sources.group },
]
