import type { ScanType } from '@hufu/contract/credentials/scan'
import { configSecret } from '../../../platform/config/config.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { alipay } from '../../../outside/alipay.ts'
import type { ScanProvider } from '../../../outside/identity.ts'
import { mockScan } from '../../../outside/mock-providers.ts'
import { createHttpSender } from '../../../outside/http-sender.ts'
import { wechat } from '../../../outside/wechat.ts'

const isAddress = (address: string) => address.trim() === '' || URL.canParse(address)

/** The provider with its configured keys; refuses if there are none. */
export function providerOf(kernel: Kernel, type: ScanType): ScanProvider {
  const { config, settings } = kernel
  const send = createHttpSender({ withLoopback: settings.allowLoopback })
  if (type === 'wx') {
    const { 'wx.appId': appId, 'wx.address': address } = config.values
    const secret = configSecret(kernel, 'wx.secret')
    if (appId && secret && isAddress(address)) return wechat({ appId, secret, address }, send)
  } else {
    const { 'zfb.appId': appId, 'zfb.publicKey': publicKey, 'zfb.address': address } = config.values
    const privateKey = configSecret(kernel, 'zfb.privateKey')
    if (appId && privateKey && publicKey && isAddress(address)) return alipay({ appId, privateKey, publicKey, address }, send)
  }
  return settings.mockProviders ? mockScan : refuse(`${type}Missing`)
}
