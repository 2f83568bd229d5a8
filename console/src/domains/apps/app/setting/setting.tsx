import { appSetting } from '@hufu/contract/apps/app-setting'
import { useCall } from '../../../../platform/calls.ts'
import { Loaded } from '../../../../ui/states.tsx'
import { SettingForm } from './setting-form.tsx'

/** Lifetime of tokens, allowed addresses and pushes, as stored. */
export default function Setting({ of }: { of: { id: string } }) {
  const found = useCall(appSetting.get, { query: { appId: of.id }, quietly: true })
  return (
    <Loaded of={found} lines={8} fresh>
      {setting => <SettingForm of={setting} onReload={() => found.refetch({ cancelRefetch: false })} />}
    </Loaded>
  )
}
