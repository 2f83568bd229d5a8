import type { GlobalConfig, PublicConfig } from '@hufu/contract/config'
import type { ConfigValues } from '../../kernel/config-catalog.ts'

/** D-35, for the signed-in; the blacklist for those who set it. Fields the shape does not name are dropped on the way out. */
export const globalConfig = (values: ConfigValues, mayReadBlacklist: boolean): GlobalConfig => ({
  ...values,
  passwordBlacklist: mayReadBlacklist ? values.passwordBlacklist : [],
})

/** D-35, for anybody. A method that is switched on and not set up is not offered. */
export const publicConfig = (values: ConfigValues, hasFakes: boolean): PublicConfig => ({
  ...values,
  ...offered(values, hasFakes),
  caDownload: values.caDriverFileId !== '',
  faceDownload: values.faceDriverFileId !== '',
  caProxy: values['ca.proxyHeader'] !== '' && values['ca.proxyAddresses'].length > 0,
})

function offered(values: ConfigValues, hasFakes: boolean) {
  const isSet = (...keys: (keyof ConfigValues)[]) => hasFakes || keys.every(key => values[key] !== '')
  return {
    openPhone: values.openPhone && isSet('sms.gateway'),
    openWx: values.openWx && isSet('wx.appId', 'wx.secret'),
    openZfb: values.openZfb && isSet('zfb.appId', 'zfb.privateKey'),
    openCa: values.openCa && values['ca.trustCerts'].trim() !== '',
    openFace: values.openFace && isSet('face.address', 'face.appId', 'face.secret'),
    openRecovery: values.openRecovery && isSet('sms.gateway'),
  }
}
