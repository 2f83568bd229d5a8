import { CloseOutlined } from '@ant-design/icons'
import { operLog } from '@hufu/contract/audit/audit'
import { Button } from 'antd'
import { useContext, useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { AppSelect } from '../../../pickers/app-select.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Dropdown } from '../../../ui/dropdown.tsx'
import { AsWords } from '../../../ui/form/as-words.ts'
import { useSearch } from '../../../ui/list/search-bar.tsx'
import { text } from './text.ts'

const UserDialog = lazyComponent(() => import('../../../pickers/user-dialog.tsx'))
const OrgDialog = lazyComponent(() => import('../../../pickers/org-dialog.tsx'))
const words = text.chooseTarget
type Kind = 'user' | 'org' | 'app'
const FRESH_MS = 600_000

/** Whose records are looked for: chosen by name, never by a number. */
export function TargetField({ id }: { id?: string }) {
  const { values, change } = useSearch()
  const [kind, setKind] = useState<Kind>()
  const target = String(values.target ?? '')
  const named = useCall(operLog.targetName, { query: { id: target }, enabled: target !== '', staleTime: FRESH_MS, quietly: true })
  const shown = target === '' ? words.choose : (named.data?.name ?? words.other)
  if (useContext(AsWords)) return shown
  const close = () => setKind(undefined)
  const take = (chosen: string | undefined) => {
    if (chosen) change({ target: chosen })
    close()
  }
  const items = (['user', 'org', 'app'] as const).map(key => ({ key, label: words[key], onClick: () => setKind(key) }))
  return (
    <span className="target-field">
      <Dropdown menu={{ items }}>
        <Button {...(id !== undefined && { id })} className="target-choose" aria-label={`${text.labels.target} ${shown}`}>
          {shown}
        </Button>
      </Dropdown>
      {target !== '' && (
        <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={words.clear} onClick={() => change({ target: '' })} />
      )}
      {kind === 'user' && <UserDialog max={1} onChoose={([one]) => take(one?.id)} onClose={close} />}
      {kind === 'org' && <OrgDialog title={words.org} chosen={undefined} asking={{}} onChoose={take} onClose={close} />}
      {kind === 'app' && (
        <Dialog small title={words.appTitle} onClose={close}>
          <AppSelect aria-label={words.app} onChange={take} />
        </Dialog>
      )}
    </span>
  )
}
