import type { GlobalConfig, PublicConfig } from '@hufu/contract/operations/config'
import { security } from '@hufu/contract/operations/security'
import type { ConfigValues } from '../../../platform/config/config-catalog.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { Principal } from '../../../platform/access/sessions.ts'
import { shownProviders } from '../../federation/index.ts'
import { testSwitches } from '../../../settings.ts'

type ConfigKernel = Pick<Kernel, 'config' | 'settings' | 'storage'>

/** The configuration for signed-in users (D-35), with the blacklist for those who may set it. The reply's schema drops the rest. */
export async function globalConfig({ config: { values }, settings, storage }: ConfigKernel, who: Principal): Promise<GlobalConfig> {
  const maySetPolicy = who.rights.scopeOf(security.password.permit) !== undefined
  return {
    ...values,
    passwordBlacklist: maySetPolicy ? values.passwordBlacklist : [],
    testSwitches: testSwitches(settings),
    storage: who.rights.isAdmin ? await storage.state() : 'ok',
  }
}

/** The configuration for anybody. A sign-in method that is switched on but not configured is not offered. */
export const publicConfig = async ({ config: { values }, settings, db }: ConfigKernel & Pick<Kernel, 'db'>): Promise<PublicConfig> => ({
  ...values,
  ...offeredMethods(values, settings.mockProviders),
  testSwitches: testSwitches(settings),
  caDownload: values.caDriverFileId !== '',
  faceDownload: values.faceDriverFileId !== '',
  identityProviders: await shownProviders(db),
  caProxy: values['ca.proxyHeader'] !== '' && values['ca.proxyAddresses'].length > 0,
})

function offeredMethods(values: ConfigValues, hasFakes: boolean) {
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
