import type { Filter } from 'ldapts'
import type { LdapSearch, LdapSession } from '../../../../../outside/ldap/session.ts'
import { withOverlap } from '../latest-change.ts'
import { MarkLost } from '../source.ts'
import { attributeOf } from './entry.ts'
import { isResult } from './error.ts'

/** An operational attribute: servers return it only if it is requested by name. */
export const MODIFIED = 'modifyTimestamp'
const USN = 'uSNChanged'

/** How a directory marks changes: Active Directory by update sequence numbers (USN) of each domain controller, others by time. */
export interface Changes {
  /**
   * Taken before the read, so that changes made meanwhile are read again. Undefined if the entries carry it, or if the account
   * may not read it.
   */
  watermark: string | undefined
  filter(since: string, all: Filter): Filter
}

export async function changesOf(session: LdapSession, type: string): Promise<Changes> {
  const { AndFilter, GreaterThanEqualsFilter } = await import('ldapts')
  const since = (attribute: string, value: string, all: Filter) =>
    new AndFilter({ filters: [all, new GreaterThanEqualsFilter({ attribute, value })] })
  if (type !== 'ad') return { watermark: undefined, filter: (watermark, all) => since(MODIFIED, withOverlap(watermark), all) }
  const state = await controllerState(session)
  return {
    watermark: state && `${state.controller}:${state.usn}`,
    filter: (watermark, all) => {
      const [controller, usn = ''] = watermark.split(':', 2)
      // USNs of another domain controller, or of one restored from a backup, cannot be compared.
      if (!state || controller !== state.controller || BigInt(usn) > BigInt(state.usn)) throw new MarkLost()
      return since(USN, String(BigInt(usn) + 1n), all)
    },
  }
}

/** The invocation id and the highest USN of the domain controller; undefined if the account may not read them. */
async function controllerState(session: LdapSession): Promise<{ controller: string; usn: string } | undefined> {
  const { PresenceFilter } = await import('ldapts')
  const one = async (base: string, attributes: readonly string[]) => {
    const search: LdapSearch = { base, filter: new PresenceFilter({ attribute: 'objectClass' }), attributes, pageSize: 0, scope: 'base' }
    return (await session.page(search)).entries[0]
  }
  const root = await one('', ['highestCommittedUSN', 'dsServiceName'])
  const usn = root && attributeOf(root, 'highestCommittedUSN')
  const service = root && attributeOf(root, 'dsServiceName')
  if (typeof usn !== 'string' || !/^\d{1,20}$/.test(usn) || typeof service !== 'string') return undefined
  try {
    const settings = await one(service, ['invocationId'])
    const controller = settings && attributeOf(settings, 'invocationId')
    return typeof controller === 'string' ? { controller, usn } : undefined
  } catch (error) {
    if (isResult(error)) return undefined
    throw error
  }
}
