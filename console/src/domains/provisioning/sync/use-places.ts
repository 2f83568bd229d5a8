import { useNavigate } from 'react-router'
import type { Template } from './templates.ts'

const CENTRE = '/sync/config'

/** The parts of the sync centre by their addresses, so that a sent link opens the same. */
export function usePlaces() {
  const navigate = useNavigate()
  const go = (query: Record<string, string>) => {
    const search = new URLSearchParams(query).toString()
    void navigate(search ? `${CENTRE}?${search}` : CENTRE)
  }
  return {
    toCentre: () => go({}),
    toConflicts: (syncId = '') => go({ tab: 'conflict', ...(syncId && { syncId }) }),
    toNew: (template?: Template) => go({ task: 'new', ...(template && { template }) }),
    toTask: (id: string) => go({ task: id }),
    toRun: (run: string) => go({ run }),
  }
}
