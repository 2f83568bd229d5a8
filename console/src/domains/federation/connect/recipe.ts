import type { Protocol } from '@hufu/contract/apps/app'

/** The values for the configuration of the application. */
export interface ConnectValues {
  issuer: string
  /** The address of this server, without a trailing slash. */
  origin: string
  clientId: string
  secret: string
  /** Where answers are sent: the redirect address, the service, or the assertion consumer service. */
  address: string
  /** The name of the application. */
  name: string
  /** Random, for the application's own encryption. */
  passphrase: string
}
interface Part {
  /** The file it belongs in, or the command line. */
  file: string
  config: string
}
export interface Recipe {
  key: string
  protocol: Protocol
  /** The name its maker uses. */
  name: string
  /** The path of its redirect address, where that is fixed. */
  path?: string
  parts: (values: ConnectValues) => Part[]
}

export const SCOPES = ['openid', 'profile', 'email', 'phone', 'org', 'roles', 'groups']
export const siteOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '')
export const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : '/')
/** The folder of an address, with a trailing slash. */
export const folderOf = (address: string): string => pathOf(address).replace(/[^/]*$/, '')
export const discoveryOf = ({ issuer }: ConnectValues) => `${issuer}/.well-known/openid-configuration`
/** Escapes for Apache and INI files, where quotes and backslashes end or change the value. */
export const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`
