import type { LdapOptions } from '@hufu/contract/provisioning/sync-options'
import type { Filter } from 'ldapts'
import type { LdapSearch } from '../../../../../outside/ldap/session.ts'
import { SourceError, type ObjectType } from '../source.ts'
import { sourceText } from '../source-text.ts'
import type { Attributes } from './entry.ts'

export type Searches = Readonly<Record<ObjectType, () => LdapSearch>>

/** The searches that the options describe. A missing base is refused only when its search is used. */
export function searchesOf(options: LdapOptions, attributes: Attributes, parse: (filter: string) => Filter): Searches {
  const words = sourceText.ldap
  const search = (object: ObjectType, base: string | undefined, filter: string) => (): LdapSearch => {
    if (!base) throw new SourceError(object === 'org' ? words.noOrgBase : words.noUserBase)
    const wrong = (cause?: unknown) => new SourceError(words.filter(words.kind[object]), null, cause)
    if (!isBalanced(filter.trim())) throw wrong()
    try {
      return { base, filter: parse(filter.trim()), attributes: attributes.requestedAttributes, pageSize: options.pageSize }
    } catch (error) {
      throw wrong(error)
    }
  }
  return { org: search('org', options.orgBase, options.orgFilter), user: search('user', options.userBase, options.userFilter) }
}

/**
 * Checks the parentheses, because the parser reads a filter without its last ones as a different filter. Parentheses in values
 * are escaped (RFC 4515).
 */
function isBalanced(filter: string): boolean {
  let depth = 0
  for (let at = 0; at < filter.length; at++) {
    if (filter[at] === '(') depth += 1
    if (filter[at] === ')') depth -= 1
    if (depth <= 0 && at < filter.length - 1) return false
  }
  return depth === 0 && filter !== ''
}
