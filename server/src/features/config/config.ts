import type { GlobalConfig, PublicConfig } from '@hufu/contract/config'
import type { ConfigValues } from '../../kernel/config-catalog.ts'

/** D-35, for the signed-in. Fields the shape does not name are dropped on the way out. */
export const globalConfig = (values: ConfigValues): GlobalConfig => ({ ...values })

/** D-35, for anybody. */
export const publicConfig = (values: ConfigValues): PublicConfig => ({
  ...values,
  caDownload: values.caDriverFileId !== '',
  faceDownload: values.faceDriverFileId !== '',
  caProxy: values['ca.proxyHeader'] !== '' && values['ca.proxyAddresses'].length > 0,
})
