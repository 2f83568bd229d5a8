import { type SyncRun, type SyncVerdict, verdicts, type VerdictCounts } from '@hufu/contract/provisioning/sync'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { pageSize } from '../../../ui/list/list-params.ts'
import type { Kind } from './draft.ts'

const NO_PARAMS = { current: 1, size: pageSize(), kind: '', verdict: '', name: '', orgId: '' }
const hasAny = (counts: VerdictCounts) => Object.values(counts).some(count => count > 0)

/** Which rows of a plan are looked at; it stands in the address. */
export function usePlanList(run: SyncRun) {
  const [params, setParams] = useListParams(NO_PARAMS)
  const kinds = (['user', 'org'] as const).filter(kind => hasAny(run[kind]))
  const kind: Kind = kinds.find(one => one === params.kind) ?? kinds[0] ?? 'user'
  const verdict = verdicts.find(one => one === params.verdict)
  const narrow = (patch: Partial<typeof params>) => setParams({ ...patch, current: 1 })
  const { current, size, name, orgId } = params
  return {
    kinds,
    kind,
    verdict,
    paging: { current, size },
    query: { runId: run.id, current, size, objectType: kind, verdict, name, orgId },
    name,
    orgId,
    isFiltered: verdict !== undefined || name !== '' || orgId !== '',
    setPaging: (paging: { current: number; size: number }) => setParams(paging),
    showKind: (next: string) => narrow({ kind: next, verdict: '', orgId: '' }),
    showVerdict: (next: SyncVerdict | undefined) => narrow({ verdict: next ?? '' }),
    find: (next: string) => narrow({ name: next }),
    showLoss: (id: string) => narrow({ kind: 'user', verdict: 'gone', orgId: id, name: '' }),
    clear: () => narrow({ verdict: '', name: '', orgId: '' }),
  }
}
export type PlanList = ReturnType<typeof usePlanList>
