import type { System } from './session.ts'
import { shippedNames } from './shipped-names.ts'

type Known = Pick<System, 'globalConfig' | 'publicConfig' | 'clientConfig'>

/** 系统名称 as an administrator has set it; '' while it is the shipped one: then config.json has the word. */
function setName({ globalConfig, publicConfig }: Known): string {
  const name = (globalConfig ?? publicConfig)?.systemName ?? ''
  return name === shippedNames.title ? '' : name
}

/** The one name of the system, on the sign-in page as in the top bar. */
export const siteName = (known: Known): string => setName(known) || (known.clientConfig?.title ?? '')
/** The same in the title of the tab, where config.json may have a shorter one. */
export const tabName = (known: Known): string => setName(known) || (known.clientConfig?.documentTitle ?? '')
