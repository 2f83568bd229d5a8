import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { org } from '@hufu/contract/directory/org'
import { Button } from 'antd'
import { useCall } from '../../platform/calls.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { text } from './rule-text.ts'

// The tree is loaded when opened.
const OrgDialog = lazyComponent(() => import('../org/org-dialog.tsx'))

const ALL = {}
const FRESH_MS = 300_000

/** The name of an organisation, and its path. */
export function useOrgName(id: string): { name: string; path: string } {
  const found = useCall(org.path, { query: { id }, staleTime: FRESH_MS })
  const steps = found.data?.map(step => step.name)
  return { name: steps?.at(-1) ?? (found.isError ? text.gone : ''), path: steps?.join(' / ') ?? '' }
}

/** Organisations chosen one by one. */
export function OrgsField({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const dialog = useDialog()
  return (
    <span className="rule-orgs">
      {value.map(id => (
        <ChosenOrg key={id} id={id} onDrop={() => onChange(value.filter(one => one !== id))} />
      ))}
      <Button size="small" icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => dialog.open()}>
        {text.addOrg}
      </Button>
      {dialog.isOpen && (
        <OrgDialog
          title={text.addOrg}
          chosen={undefined}
          asking={ALL}
          onChoose={id => id && !value.includes(id) && onChange([...value, id])}
          onClose={dialog.close}
        />
      )}
    </span>
  )
}

function ChosenOrg({ id, onDrop }: { id: string; onDrop: () => void }) {
  const { name, path } = useOrgName(id)
  return (
    <span className="rule-org" title={path}>
      {name}
      <button type="button" aria-label={text.dropOrg(name)} onClick={onDrop}>
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}
