import { NS } from '../saml/names.ts'
import { SamlProblem } from '../saml/problem.ts'
import { attributeOf, childOf, is, readXml, textOf } from '../saml/xml/read.ts'
import { TICKET } from './cas.ts'
import { ProviderProblem, reject } from './identity.ts'
import type { LogoutMessage } from './logout.ts'
import type { StoredProvider } from './provider.sql.ts'

const SEEN_SECONDS = 1200

/** Reads a CAS logout request (CAS 3.0, 2.3.3). It is not signed; its ticket, which only the provider knows, authenticates it. */
export function readCasLogout({ id: providerId }: StoredProvider, xml: string): LogoutMessage {
  try {
    const root = readXml(xml)
    if (!is(root, NS.samlp, 'LogoutRequest')) reject('invalid', 'no LogoutRequest')
    const index = childOf(root, NS.samlp, 'SessionIndex')
    const ticket = index ? textOf(index) : ''
    if (!TICKET.test(ticket)) reject('invalid', 'no ticket')
    return { providerId, subject: undefined, sids: [ticket], id: `${ticket} ${attributeOf(root, 'ID') ?? ''}`, seconds: SEEN_SECONDS }
  } catch (error) {
    if (!(error instanceof SamlProblem)) throw error
    throw new ProviderProblem('invalid', `${error.problem} ${error.message}`, undefined, error)
  }
}
