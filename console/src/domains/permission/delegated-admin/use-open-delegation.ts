import { useNavigate } from 'react-router'
import { useAddressParams } from '../../../platform/use-address-params.ts'

const NEW = 'new'
const OWN = ['grade', 'copy'] as const

export interface OpenDelegation {
  /** Absent: a new delegation. */
  id?: string
  /** The delegation whose rights are preset in a new one. */
  copyOf?: string
}

/** The delegation shown instead of the list. It is kept in the address, so that back leads to the list as it was left. */
export function useOpenDelegation() {
  const [search, change] = useAddressParams()
  const navigate = useNavigate()
  const [delegation, copyOf] = [search.get('grade'), search.get('copy')]
  const task: OpenDelegation | undefined =
    delegation === null ? undefined : { ...(delegation !== NEW && { id: delegation }), ...(copyOf && { copyOf }) }
  const go = (values: Partial<Record<(typeof OWN)[number], string>>, replace = false) =>
    change(next => {
      for (const key of OWN) next.delete(key)
      for (const [key, value] of Object.entries(values)) next.set(key, value)
      return next
    }, replace)
  return {
    task,
    open: (id: string) => go({ grade: id }),
    add: () => go({ grade: NEW }),
    copy: (id: string) => go({ grade: NEW, copy: id }),
    // If the delegation was opened by a link, there is no list to go back to.
    close: () => ((history.state as { idx?: number } | null)?.idx ? void navigate(-1) : go({}, true)),
  }
}
