import { appSetting } from '@hufu/contract/apps/app-setting'
import { push } from '@hufu/contract/provisioning/push'
import type { TestServer } from './harness.ts'
import type { Pushes } from './pushes.ts'
import type { ScimSubject } from './scim.ts'

/** An application that is told by SCIM: another instance of this system, as one of its clients. */
export async function openScimApp(
  { server, allTaken }: Pushes,
  { other, there }: { other: TestServer; there: ScimSubject },
  pushObject: 'user' | 'all' = 'all',
): Promise<string> {
  const appId = await server.given.app()
  await allTaken()
  const pushSecret = there.authorization.replace('Bearer ', '')
  const setting = { appId, tokenSeconds: 3600, openPush: 1 as const, singleLogout: 1 as const, pushObject, pushSecret }
  await server.admin.call(appSetting.update, { body: { ...setting, pushUrl: `${other.address}/scim/v2` } })
  await server.admin.call(push.updateSetting, { body: { appId, phone: 'masked', kind: 'scim' } })
  return appId
}
