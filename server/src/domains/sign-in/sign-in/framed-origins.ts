import type { Kernel } from '../../../platform/kernel.ts'
import { wechatPages } from '../../../outside/wechat.ts'

/** Origins that may be framed: those of the national login (D-69) and WeChat's code where configured so, no others. */
export async function framedOrigins({ config }: Kernel): Promise<string> {
  // The page comes even while the database is away.
  await config.catchUp().catch(() => undefined)
  const { countryLogin, countryLoginUrl, openWx, 'wx.address': wxAddress } = config.values
  const isFramed = countryLogin === '1' || countryLogin === 'true'
  const country = isFramed && URL.canParse(countryLoginUrl) ? new URL(countryLoginUrl).origin : ''
  return [country, openWx ? wechatPages(wxAddress) : ''].map(origin => origin && ` ${origin}`).join('')
}
