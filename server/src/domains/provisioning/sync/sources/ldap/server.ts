import type { LdapOptions } from '@hufu/contract/provisioning/sync-options'
import type { LdapServer } from '../../../../../outside/ldap/connect.ts'
import { SourceError } from '../source.ts'
import { sourceText } from '../source-text.ts'

const PORTS = { ldap: 389, ldaps: 636 } as const

/** The server of an address with the encryption of the options; a scheme that contradicts the options is refused. */
export function serverOf(url: string | null, { security, ca }: Pick<LdapOptions, 'security' | 'ca'>): LdapServer {
  const text = sourceText.ldap
  const [, scheme, host, port] = /^(ldaps?):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:\\]+)(?::(\d{1,5}))?\/?$/i.exec(url?.trim() ?? '') ?? []
  if (scheme === undefined || host === undefined) throw new SourceError(text.address)
  const isLdaps = scheme.toLowerCase() === 'ldaps'
  if (isLdaps !== (security === 'ldaps')) throw new SourceError(isLdaps ? text.needsLdap : text.needsLdaps)
  const number = port === undefined ? PORTS[isLdaps ? 'ldaps' : 'ldap'] : Number(port)
  if (number < 1 || number > 65_535) throw new SourceError(text.address)
  return { host: host.replace(/^\[|\]$/g, ''), port: number, security, ca }
}
