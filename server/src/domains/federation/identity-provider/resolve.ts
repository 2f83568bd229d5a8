import type { FastifyRequest } from 'fastify'
import { text as commonText } from '@hufu/contract/text'
import { writeAudit } from '../../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../../platform/database/db.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { sentenceOf } from '../../../platform/http/refuse.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { claimText, type Identity, nameOf, ProviderProblem, provenContact, reject } from './identity.ts'
import { findLink, findMatches, insertLink, lockSubject, recordMadeUser, noteUse, userNameOf } from './link.sql.ts'
import { makesUsers, makeUser } from './make-user.ts'
import type { StoredProvider } from './provider.sql.ts'

type Request = Pick<FastifyRequest, 'id' | 'ip'>

/** The id of the link for this identity: an existing link, or one to a user whom the rules find or create. */
export async function resolveLink(kernel: Kernel, provider: StoredProvider, identity: Identity, request: Request): Promise<string> {
  const linked = await linkedAlready(kernel.db, provider, identity)
  if (linked !== undefined) {
    await noteUse(kernel.db, linked.linkId, nameOf(identity))
    return linked.linkId
  }
  const call = 'identityProvider.signIn'
  try {
    return await inTransaction(kernel.db, { userId: '', sessionId: '', traceId: request.id, call }, async db => {
      const { linkId, userId, origin } = await findOrMake(kernel, db, provider, identity)
      if (origin !== undefined) await recordLink(db, provider, { userId, origin, identity, request })
      await noteUse(db, linkId, nameOf(identity))
      return linkId
    })
  } catch (error) {
    throw problemOf(error)
  }
}

/** Turns a refusal of the directory into the reason why no account was created. */
function problemOf(error: unknown): unknown {
  const refused = error instanceof ProviderProblem ? undefined : refusedFrom(error)
  return refused ? new ProviderProblem('notMade', refused.reason, sentenceOf(refused.refusal, refused.detail), error) : error
}

interface Found {
  linkId: string
  userId: string
  /** Undefined if the link existed before. */
  origin: 'rule' | 'made' | undefined
}

/** The existing link, else one made by a rule, else one to a new account. Call it in a transaction. */
export async function findOrMake(kernel: Kernel, db: Db, provider: StoredProvider, identity: Identity): Promise<Found> {
  await lockSubject(db, provider.id, identity.subject)
  const linked = await linkedAlready(db, provider, identity)
  return linked ? { ...linked, origin: undefined } : newLink(kernel, db, provider, identity)
}

async function linkedAlready(db: Db, provider: StoredProvider, { subject }: Identity): Promise<Omit<Found, 'origin'> | undefined> {
  const link = await findLink(db, provider.id, subject)
  if (!link) return undefined
  if (!link.isLive) reject('deleted')
  // A rule made this link before the user became an administrator.
  if (link.origin !== 'self' && link.isAdministrator) reject('administrator')
  return { linkId: link.id, userId: link.userId }
}

async function newLink(kernel: Kernel, db: Db, provider: StoredProvider, identity: Identity): Promise<Found> {
  const found = await matchedUser(kernel, db, provider, identity)
  if (found === undefined && !makesUsers(provider)) reject('unknown')
  const userId = found ?? (await makeUser(kernel, db, provider, identity))
  const origin = found === undefined ? 'made' : 'rule'
  if (origin === 'made') await recordMadeUser(db, userId, provider.id)
  const linkId = await insertLink(db, { providerId: provider.id, subject: identity.subject, userId, name: nameOf(identity), origin })
  return { linkId, userId, origin }
}

/** The only user with the attribute that the provider asserts. Refuses administrators, and an attribute of several users. */
async function matchedUser(kernel: Kernel, db: Db, provider: StoredProvider, identity: Identity): Promise<string | undefined> {
  const value = provenValue(provider, identity)
  const { link: rule } = provider.rules
  if (value === '' || rule === 'none') return undefined
  const [match, ...others] = await findMatches(db, kernel.keys, { providerId: provider.id, rule, value })
  if (others.length > 0) reject('ambiguous', rule)
  if (!match) return undefined
  if (match.isAdministrator) reject('administrator', rule)
  if (match.isLinked) reject('linkedElsewhere', rule)
  // A user has the value, but it is not verified here, so it leads neither to that user nor to a new account.
  return match.isProven ? match.userId : reject('unknown', `${rule} not proven here`)
}

/** The value of the rule's attribute; '' if the provider does not vouch for it. */
function provenValue({ rules }: StoredProvider, { claims }: Identity): string {
  switch (rules.link) {
    case 'none':
      return ''
    case 'email':
    case 'phone':
      return provenContact(rules, claims, rules.link)
    default:
      return rules.isAuthoritative ? claimText(claims, rules.linkClaim) : ''
  }
}

interface Linked {
  userId: string
  origin: 'rule' | 'made'
  identity: Identity
  request: Request
}

/** Audits a link that was made automatically, in the user's own name. */
async function recordLink(db: Db, provider: StoredProvider, { userId, origin, identity, request }: Linked): Promise<void> {
  const userName = await userNameOf(db, userId)
  await writeAudit(db, {
    who: { userId, userName, sessionId: '' },
    ip: request.ip,
    traceId: request.id,
    module: 'identityLink',
    operateType: origin === 'made' ? 'makeUser' : 'linkByRule',
    method: 'GET',
    path: `/protocols/upstream/${provider.code}/callback`,
    params: { provider: provider.name, name: nameOf(identity) },
    code: 'success',
    message: commonText.done,
    cost: 0,
    target: userId,
    targets: [
      { type: 'user', id: userId },
      { type: 'identityProvider', id: provider.id },
    ],
  })
}
