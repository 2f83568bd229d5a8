import { useNavigate } from 'react-router'
import { inBackground } from '../../../../platform/error-log.ts'
import type { Template } from '../wizard/templates.ts'

const SYNC_CENTRE = '/sync/config'

/** The addresses of the parts of the sync centre, so that a shared link opens the same part. */
export function usePlaces() {
  const navigate = useNavigate()
  const go = (query: Record<string, string>) => {
    const search = new URLSearchParams(query).toString()
    const target = search ? `${SYNC_CENTRE}?${search}` : SYNC_CENTRE
    inBackground(navigate(target))
  }
  return {
    toCentre: () => go({}),
    toConflicts: (syncId = '') => go({ tab: 'conflict', ...(syncId && { syncId }) }),
    toNew: (template?: Template) => go({ task: 'new', ...(template && { template }) }),
    toTask: (id: string) => go({ task: id }),
    toRun: (run: string) => go({ run }),
  }
}
