import type { System } from './session.ts'
import { shippedNames } from './names/shipped-names.ts'

type NamingConfig = Pick<System, 'globalConfig' | 'publicConfig' | 'clientConfig'>

/** 系统名称 as an administrator has set it; '' while it is the shipped one: then config.json decides. */
function setName({ globalConfig, publicConfig }: NamingConfig): string {
  const name = (globalConfig ?? publicConfig)?.systemName ?? ''
  return name === shippedNames.title ? '' : name
}

/** The name of the system, on the sign-in page and in the top bar. */
export const siteName = (config: NamingConfig): string => setName(config) || (config.clientConfig?.title ?? '')
/** The name in the tab's title, for which config.json may have a shorter one. */
export const tabName = (config: NamingConfig): string => setName(config) || (config.clientConfig?.documentTitle ?? '')
