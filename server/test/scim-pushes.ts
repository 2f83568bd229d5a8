import { appSetting } from '@hufu/contract/apps/app-setting'
import { push } from '@hufu/contract/provisioning/push'
import type { TestServer } from './harness.ts'
import type { Pushes } from './pushes.ts'
import type { ScimSubject } from './scim.ts'

/** An application that is pushed to by SCIM: another instance of Hufu, at which it is a SCIM client. */
export const openScimApp = (
  pushes: Pushes,
  { other, there }: { other: TestServer; there: ScimSubject },
  pushObject: 'user' | 'all' = 'all',
): Promise<string> =>
  openScimAt(pushes, { url: `${other.address}/scim/v2`, secret: there.authorization.replace('Bearer ', '') }, pushObject)

/** The same for a SCIM server at any address. */
export async function openScimAt(
  { server, allTaken }: Pushes,
  { url, secret }: { url: string; secret: string },
  pushObject: 'user' | 'all' = 'all',
): Promise<string> {
  const appId = await server.given.app()
  await allTaken()
  const setting = { appId, tokenSeconds: 3600, openPush: 1 as const, singleLogout: 1 as const, pushObject, pushSecret: secret }
  await server.admin.call(appSetting.update, { body: { ...setting, pushUrl: url } })
  await server.admin.call(push.updateSetting, { body: { appId, phone: 'masked', kind: 'scim' } })
  return appId
}
