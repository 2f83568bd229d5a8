import type { Protocol } from '@hufu/contract/apps/app'
import { pathOf, type Recipe, siteOf } from './recipe.ts'
import { cas, saml } from './recipes-cas-saml.ts'
import { openidProducts } from './recipes-openid-products.ts'
import { openidServers } from './recipes-openid.ts'

const openid = [...openidServers, ...openidProducts]

export const recipesOf = (protocol: Protocol): readonly Recipe[] =>
  protocol === 'cas' ? cas : protocol === 'saml' ? saml : protocol === 'oauth2' ? openid : []

/** The redirect address this software uses, if it is not registered. */
export function missingAddress({ path }: Recipe, addresses: readonly string[]): string | undefined {
  if (path === undefined || addresses.some(address => pathOf(address).endsWith(path))) return undefined
  return addresses[0] === undefined ? path : siteOf(addresses[0]) + path
}
/** The registered address this software uses. */
export const addressFor = ({ path }: Recipe, addresses: readonly string[]): string =>
  addresses.find(address => path !== undefined && pathOf(address).endsWith(path)) ?? addresses[0] ?? ''
