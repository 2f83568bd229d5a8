import type { FastifyReply } from 'fastify'
import { maskIdCard, maskPhone } from '@hufu/contract/text-rules'
import { runRolledBack } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { escapeHtml, sendPage } from '../protocol/page.ts'
import { type Identity, ProviderProblem } from './identity.ts'
import type { StoredProvider } from './provider.sql.ts'
import { findOrMake } from './resolve.ts'
import { text } from './text.ts'

const nobody = { userId: '', sessionId: '', traceId: '' }

/** Says what a sign-in would do with this identity, by carrying it out and rolling it back. */
async function verdictOf(kernel: Kernel, provider: StoredProvider, identity: Identity): Promise<string> {
  try {
    const { origin } = await runRolledBack(kernel.db, nobody, db => findOrMake(kernel, db, provider, identity))
    return origin === undefined ? text.verdicts.linked : text.verdicts[origin]
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    return text.verdicts.refused(error.why ?? text.problems[error.problem][0])
  }
}

/** Shows the provider's answer to the administrator who tests it; nobody is signed in. */
export async function showSignInTest(
  kernel: Kernel,
  reply: FastifyReply,
  provider: StoredProvider,
  identity: Identity,
): Promise<FastifyReply> {
  const shown = identity.contextClass === undefined ? [] : [[text.contextClass, identity.contextClass] as const]
  const claims = [[text.subject, identity.subject] as const, ...shown, ...maskedClaims(identity.claims)]
  const rows = claims.map(([name, value]) => `<li><b>${escapeHtml(name)}</b><br><small>${escapeHtml(value)}</small></li>`)
  const lines = [text.testedHow, await verdictOf(kernel, provider, identity)]
  return sendPage(reply, { icon: 'good', title: text.tested(provider.name), lines, body: `<ul class="scopes">${rows.join('')}</ul>` })
}

const SHOWN = 60
const VALUE_MAX = 300
/** Claims of the protocol itself, which are of no use for mapping. */
const OWN = new Set(['acr', 'iss', 'aud', 'exp', 'iat', 'nbf', 'nonce', 'at_hash', 'c_hash', 's_hash', 'azp', 'jti', 'sid', 'sub'])
const PHONE = /(?<!\w)(?:\+86)?1[3-9]\d{9}(?!\w)/g
const ID_CARD = /(?<!\w)\d{17}[\dXx](?!\w)/g

const masked = (value: unknown): string => {
  const words = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const hidden = words.replaceAll(ID_CARD, found => maskIdCard(found)).replaceAll(PHONE, found => maskPhone(found.slice(-11)))
  return hidden.length > VALUE_MAX ? `${hidden.slice(0, VALUE_MAX)}…` : hidden
}

/** A provider's claims as an administrator may see them, with telephone and ID numbers masked. */
const maskedClaims = (claims: Identity['claims']): [string, string][] =>
  Object.entries(claims)
    .filter(([name]) => !OWN.has(name))
    .slice(0, SHOWN)
    .map(([name, value]) => [name, masked(value)])
