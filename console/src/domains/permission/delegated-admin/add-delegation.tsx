import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { ActButton } from '../../../ui/act-button.tsx'
import { text } from './text.ts'
import { useMayAdd } from './delegation-tools.ts'

/** The button to delegate; disabled with a reason for users who may not delegate, before they fill in a form. */
export function AddDelegation({ onAdd }: { onAdd: () => void }) {
  const mayAdd = useMayAdd()
  return (
    <ActButton
      call={delegatedAdmin.save}
      type="primary"
      disabled={!mayAdd}
      title={mayAdd === false ? text.mayNotAdd : undefined}
      onClick={onAdd}
    >
      {text.add}
    </ActButton>
  )
}
