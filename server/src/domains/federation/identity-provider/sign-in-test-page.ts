import type { FastifyReply } from 'fastify'
import { runRolledBack } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { escapeHtml, sendPage } from '../protocol/page.ts'
import { type Identity, ProviderProblem } from './identity.ts'
import { maskedClaims } from './masked.ts'
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
