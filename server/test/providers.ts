import type { ConfigKey } from '../src/platform/config/config-catalog.ts'
import { openAlipay } from './fakes/alipay.ts'
import { openFace } from './fakes/face.ts'
import { openWechat } from './fakes/wechat.ts'
import type { TestServer } from './harness.ts'

/** Sets configuration items with immediate effect; secrets are encrypted as the settings page does. */
export async function configure({ kernel }: Pick<TestServer, 'kernel'>, values: Partial<Record<ConfigKey, string>>) {
  for (const [configKey, value] of Object.entries(values)) {
    const isSecret = /\.(secret|privateKey)$/.test(configKey) && value !== ''
    await kernel.db
      .updateTable('config')
      .set({ configValue: isSecret ? kernel.keys.encrypt('config', value) : value })
      .where('configKey', '=', configKey)
      .execute()
  }
  await kernel.config.refresh()
}

/** Fakes of WeChat, Alipay and a face comparison service, configured and enabled. */
export async function openProviders(server: Pick<TestServer, 'kernel'>) {
  const [wx, zfb, face] = await Promise.all([openWechat(), openAlipay(), openFace()])
  await configure(server, {
    openWx: 'true',
    openZfb: 'true',
    openFace: 'true',
    'wx.appId': wx.appId,
    'wx.secret': wx.secret,
    'wx.address': wx.address,
    'zfb.appId': zfb.appId,
    'zfb.privateKey': zfb.privateKey,
    'zfb.publicKey': zfb.publicKey,
    'zfb.address': zfb.address,
    'face.appId': face.appId,
    'face.secret': face.secret,
    'face.address': `${face.address}/compare`,
  })
  return { wx, zfb, face, close: () => Promise.all([wx.close(), zfb.close(), face.close()]) }
}
export type Providers = Awaited<ReturnType<typeof openProviders>>
