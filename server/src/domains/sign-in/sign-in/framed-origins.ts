import type { Kernel } from '../../../platform/kernel.ts'
import { wechatPages } from '../../../outside/wechat.ts'

/** The only origins the console may frame: the national login (D-69) and WeChat's QR code, if configured. */
export async function framedOrigins({ config }: Kernel): Promise<string> {
  // The page is served even while the database is down.
  await config.catchUp().catch(() => undefined)
  const { countryLogin, countryLoginUrl, openWx, 'wx.address': wxAddress } = config.values
  const isFramed = countryLogin === '1' || countryLogin === 'true'
  const country = isFramed && URL.canParse(countryLoginUrl) ? new URL(countryLoginUrl).origin : ''
  return [country, openWx ? wechatPages(wxAddress) : ''].map(origin => origin && ` ${origin}`).join('')
}
