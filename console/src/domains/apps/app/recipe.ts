import type { Protocol } from '@hufu/contract/apps/app'

/** What stands in the configuration of the other end. */
export interface ConnectValues {
  issuer: string
  /** Where this server is reached, without a slash at its end. */
  origin: string
  clientId: string
  secret: string
  /** Where the answer goes: the redirect address, the service, the assertion consumer service. */
  address: string
  /** Of the application that is shown. */
  name: string
  /** Random, for what the other end encrypts by itself. */
  passphrase: string
}
interface Part {
  /** The file it belongs to, or the command line. */
  file: string
  config: string
}
export interface Recipe {
  key: string
  protocol: Protocol
  /** As its maker calls it. */
  name: string
  /** Where its answers arrive, where it always is the same path. */
  path?: string
  parts: (values: ConnectValues) => Part[]
}

export const SCOPES = ['openid', 'profile', 'email', 'phone', 'org', 'roles', 'groups']
export const siteOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '')
export const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : '/')
/** What an address stands in, with a slash at its end. */
export const folderOf = (address: string): string => pathOf(address).replace(/[^/]*$/, '')
export const discoveryOf = ({ issuer }: ConnectValues) => `${issuer}/.well-known/openid-configuration`
/** In Apache and INI files a quote and a backslash end or change the value. */
export const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`
