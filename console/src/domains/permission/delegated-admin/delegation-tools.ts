import { config } from '@hufu/contract/operations/config'
import { delegatedAdmin, type DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { useCall } from '../../../platform/calls.ts'
import { useSession } from '../../../platform/session.ts'
import { useMay } from '../../../ui/permitted.ts'
import type { Tool } from '../../../ui/list/row-tools.tsx'
import { statusTool } from '../../../ui/list/status-column.tsx'
import { useImpersonate } from '../../../ui/use-impersonate.ts'
import { text } from './text.ts'
import type { DelegationActs } from './use-delegation-acts.ts'

export interface DelegationActions {
  acts: DelegationActs
  /** The id of the signed-in user. */
  own: string
  /** Whether the user may delegate anything. */
  mayAdd: boolean
  impersonate: ReturnType<typeof useImpersonate>
  onOpen: (row: DelegatedAdmin) => void
  onCopy: (row: DelegatedAdmin) => void
  onRenew: (row: DelegatedAdmin) => void
}

/** Whether the user may delegate anything; undefined while that is unknown. */
export function useMayAdd(): boolean | undefined {
  const may = useMay()
  const isOpen = useCall(config.global).data?.openGradeAdmin === true
  const grantable = useCall(delegatedAdmin.grantable, { enabled: isOpen && may(delegatedAdmin.grantable) })
  return isOpen ? grantable.data && grantable.data.length > 0 : undefined
}

/** The part of the actions that is the same for every row. */
export function useDelegationState(): Pick<DelegationActions, 'own' | 'mayAdd' | 'impersonate'> {
  return {
    own: useSession(person => person.id),
    mayAdd: useMayAdd() === true,
    impersonate: useImpersonate(),
  }
}

/** Why the user may not change a delegation; undefined if they may. */
export const lockOf = (row: DelegatedAdmin, own: string): string | undefined =>
  row.mayChange ? undefined : row.userId === own ? text.tools.own : text.tools.foreign

export function toolsOf(
  row: DelegatedAdmin,
  { acts, own, mayAdd, impersonate, onOpen, onCopy, onRenew }: DelegationActions,
): readonly (Tool | false)[] {
  const disabledBecause = lockOf(row, own)
  return [
    { label: row.mayChange ? text.tools.edit : text.tools.view, onClick: () => onOpen(row) },
    { label: text.tools.renew, call: delegatedAdmin.update, onClick: () => onRenew(row), disabledBecause },
    mayAdd && { label: text.tools.copy, call: delegatedAdmin.save, onClick: () => onCopy(row) },
    { ...statusTool(row, delegatedAdmin.setStatus, acts.setStatus), disabledBecause },
    impersonate(row.userId),
    { label: text.tools.remove, call: delegatedAdmin.remove, danger: true, onClick: () => acts.remove(row), disabledBecause },
  ]
}
