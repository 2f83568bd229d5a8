import { Failure, Skeleton } from '../../../../ui/states.tsx'

interface CallResult {
  data: unknown
  error: unknown
  refetch: () => unknown
}

/** Shown while a request is loading, or has failed. */
export function Waiting({ of: calls }: { of: readonly CallResult[] }) {
  const failed = calls.find(one => one.error && !one.data)
  return failed ? <Failure error={failed.error} onRetry={() => void failed.refetch()} /> : <Skeleton lines={8} />
}
