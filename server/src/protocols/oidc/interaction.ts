import type { FastifyReply } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { Kernel } from '../../kernel/kernel.ts'
import { sendPage, type Page } from '../page.ts'
import { ISSUER_PATH } from './provider.ts'
import { FAULT_PROMPT } from './policy.ts'
import type { Seat } from '../seat.ts'
import { refusedAt, type Fault } from '../threshold.ts'
import { text } from './text.ts'

type Interaction = InstanceType<Provider['Interaction']>

export interface Asking {
  kernel: Kernel
  provider: Provider
  seat: Seat
  /** From the address, and from the cookie that bears it out. */
  uid: string
  cookie: string | undefined
  /** Back to the application instead. */
  declines: boolean
}

/** Between an application's request and its answer: to the sign-in, to a page that says why not, or on. */
export async function interact(reply: FastifyReply, asking: Asking): Promise<FastifyReply> {
  const { provider, seat, uid, cookie, declines } = asking
  const interaction = cookie === uid ? await provider.Interaction.find<Interaction>(uid) : undefined
  if (!interaction) return sendPage(reply, { mark: 'bad', title: text.over, lines: [text.overHow] }, 400)
  if (declines)
    return finish(reply, interaction, { error: 'access_denied', error_description: 'the end-user may not open this application' })
  const { prompt, session } = interaction
  const { who } = seat
  // Whoever must sign in anew comes back with another session than he left with.
  if (!who || (prompt.name === 'login' && session?.uid === who.sessionId)) return reply.redirect(loginAt(uid), 303)
  const fault = prompt.details.fault as Fault | undefined
  if (prompt.name === FAULT_PROMPT && fault !== undefined && session?.uid === who.sessionId && !reply.request.url.endsWith('?again'))
    return sendPage(reply, await faultPage(asking, interaction, fault), 403)
  return finish(reply, interaction, { login: { accountId: who.userId, ts: who.authTime }, consent: {} })
}

const ownAddress = (uid: string) => `${ISSUER_PATH}/interaction/${encodeURIComponent(uid)}`
const loginAt = (uid: string) => `/login?uri=${encodeURIComponent(ownAddress(uid))}`

/** The session is looked at again when the request goes on; this one may have begun with another, or none. */
async function finish(reply: FastifyReply, interaction: Interaction, result: InteractionResults): Promise<FastifyReply> {
  interaction.session = undefined
  interaction.result = result
  await interaction.persist()
  return reply.header('cache-control', 'no-store').redirect(interaction.returnTo, 303)
}

async function faultPage({ kernel, provider, uid }: Asking, { params }: Interaction, fault: Fault): Promise<Page> {
  const client = await provider.Client.find(String(params.client_id))
  const ways = { back: `${ownAddress(uid)}/decline`, again: `${ownAddress(uid)}?again` }
  return refusedAt(kernel.db, { fault, app: client?.clientName ?? '', ...ways })
}
