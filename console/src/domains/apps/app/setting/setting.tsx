import { appSetting } from '@hufu/contract/apps/app-setting'
import { useCall } from '../../../../platform/calls.ts'
import { Failure, Skeleton } from '../../../../ui/states.tsx'
import { SettingForm } from './setting-form.tsx'

/** Lifetime of tokens, allowed addresses and pushes, as stored. */
export default function Setting({ of }: { of: { id: string } }) {
  const found = useCall(appSetting.get, { query: { appId: of.id }, quietly: true })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !found.isFetchedAfterMount) return <Skeleton lines={8} />
  return <SettingForm of={found.data} />
}
