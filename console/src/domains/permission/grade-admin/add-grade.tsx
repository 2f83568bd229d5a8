import { gradeAdmin } from '@hufu/contract/permission/grade-admin'
import { ActButton } from '../../../ui/act-button.tsx'
import { text } from './text.ts'
import { useMayAdd } from './grade-tools.ts'

/** Whoever may not hand on is told so before he fills in a form. */
export function AddGrade({ onAdd }: { onAdd: () => void }) {
  const mayAdd = useMayAdd()
  return (
    <ActButton
      call={gradeAdmin.save}
      type="primary"
      disabled={!mayAdd}
      title={mayAdd === false ? text.mayNotAdd : undefined}
      onClick={onAdd}
    >
      {text.add}
    </ActButton>
  )
}
