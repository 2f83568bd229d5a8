import { config } from '@hufu/contract/operations/config'
import { gradeAdmin, type GradeAdmin } from '@hufu/contract/permission/grade-admin'
import { useCall } from '../../../platform/calls.ts'
import { useSession } from '../../../platform/session.ts'
import { useMay } from '../../../ui/permitted.ts'
import type { Tool } from '../../../ui/list/row-tools.tsx'
import { useLookAs } from '../../../ui/use-look-as.ts'
import { text } from './text.ts'
import type { GradeActs } from './use-grade-acts.ts'

export interface GradeMeans {
  acts: GradeActs
  /** The id of whoever looks. */
  own: string
  /** Some permits are those of the list of all only. */
  maySwitch: boolean
  /** Whether he may hand on anything at all. */
  mayAdd: boolean
  lookAs: ReturnType<typeof useLookAs>
  onOpen: (row: GradeAdmin) => void
  onCopy: (row: GradeAdmin) => void
  onRenew: (row: GradeAdmin) => void
}

/** Whether he may hand on anything at all; undefined while that is not known. */
export function useMayAdd(): boolean | undefined {
  const may = useMay()
  const isOpen = useCall(config.global).data?.openGradeAdmin === true
  const grantable = useCall(gradeAdmin.grantable, { enabled: isOpen && may(gradeAdmin.grantable) })
  return isOpen ? grantable.data && grantable.data.length > 0 : undefined
}

/** What holds for whoever looks, whatever the row. */
export function useGradeStanding(): Pick<GradeMeans, 'own' | 'maySwitch' | 'mayAdd' | 'lookAs'> {
  const may = useMay()
  return { own: useSession(person => person.id), maySwitch: may(gradeAdmin.setStatus), mayAdd: useMayAdd() === true, lookAs: useLookAs() }
}

/** Why a grant is not to be touched; undefined where it is. */
export const lockOf = (row: GradeAdmin, own: string): string | undefined =>
  row.mayChange ? undefined : row.userId === own ? text.tools.own : text.tools.foreign

export function toolsOf(
  row: GradeAdmin,
  { acts, own, maySwitch, mayAdd, lookAs, onOpen, onCopy, onRenew }: GradeMeans,
): readonly (Tool | false)[] {
  const disabledBecause = lockOf(row, own)
  return [
    { label: row.mayChange ? text.tools.edit : text.tools.view, onClick: () => onOpen(row) },
    { label: text.tools.renew, call: gradeAdmin.update, onClick: () => onRenew(row), disabledBecause },
    mayAdd && { label: text.tools.copy, call: gradeAdmin.save, onClick: () => onCopy(row) },
    maySwitch &&
      (row.status === 1
        ? { label: text.tools.disable, onClick: () => acts.setStatus([row], 0), disabledBecause }
        : { label: text.tools.enable, onClick: () => acts.setStatus([row], 1), disabledBecause }),
    lookAs(row.userId),
    { label: text.tools.remove, call: gradeAdmin.remove, danger: true, onClick: () => acts.remove([row]), disabledBecause },
  ]
}
