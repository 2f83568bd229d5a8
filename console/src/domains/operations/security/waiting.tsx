import { Failure, Skeleton } from '../../../ui/states.tsx'

interface Asked {
  data: unknown
  error: unknown
  refetch: () => unknown
}

/** As long as something asked for is not there, or could not be had. */
export function Waiting({ of: asked }: { of: readonly Asked[] }) {
  const failed = asked.find(one => one.error && !one.data)
  return failed ? <Failure error={failed.error} onRetry={() => void failed.refetch()} /> : <Skeleton lines={8} />
}
