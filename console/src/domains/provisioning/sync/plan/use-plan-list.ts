import { type SyncRunInFull, type SyncVerdict, verdicts, type VerdictCounts } from '@hufu/contract/provisioning/sync'
import { useListParams } from '../../../../ui/list/use-list-params.ts'
import { pageSize } from '../../../../ui/list/list-params.ts'
import type { Kind } from '../wizard/draft.ts'

const NO_PARAMS = { current: 1, size: pageSize(), kind: '', verdict: '', differs: '', name: '', orgId: '' }
const hasAny = (counts: VerdictCounts) => Object.values(counts).some(count => count > 0)
/** The filter of the rows: a verdict, or the rows that disagreed after the run. */
export type Shown = SyncVerdict | 'differs' | undefined

/** The filters of a plan's rows, kept in the address. */
export function usePlanList(run: SyncRunInFull) {
  const [params, setParams] = useListParams(NO_PARAMS)
  const kinds = (['user', 'org'] as const).filter(kind => hasAny(run[kind]))
  const kind: Kind = kinds.find(one => one === params.kind) ?? kinds[0] ?? 'user'
  const verdict = verdicts.find(one => one === params.verdict)
  const shown: Shown = params.differs === '1' ? 'differs' : verdict
  const differing = (of: Kind) => run.report?.[of]?.different ?? 0
  const narrow = (patch: Partial<typeof params>) => setParams({ ...patch, current: 1 })
  const { current, size, name, orgId } = params
  return {
    kinds,
    kind,
    shown,
    differing: differing(kind),
    paging: { current, size },
    query: {
      runId: run.id,
      current,
      size,
      objectType: kind,
      name,
      orgId,
      ...(shown === 'differs' ? { differs: 1 as const } : { verdict }),
    },
    name,
    orgId,
    isFiltered: shown !== undefined || name !== '' || orgId !== '',
    setPaging: (paging: { current: number; size: number }) => setParams(paging),
    showKind: (next: string) => narrow({ kind: next, verdict: '', differs: '', orgId: '' }),
    show: (next: Shown) => narrow(next === 'differs' ? { differs: '1', verdict: '' } : { differs: '', verdict: next ?? '' }),
    showDifferences: () => narrow({ kind: kinds.find(one => differing(one) > 0) ?? kind, differs: '1', verdict: '', name: '', orgId: '' }),
    find: (next: string) => narrow({ name: next }),
    showLoss: (id: string) => narrow({ kind: 'user', verdict: 'gone', differs: '', orgId: id, name: '' }),
    clear: () => narrow({ verdict: '', differs: '', name: '', orgId: '' }),
  }
}
export type PlanList = ReturnType<typeof usePlanList>
