import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { chooseJob } from '../../apps/index.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { jobPage } from '../protocol/acting.ts'
import { readForm } from '../protocol/form.ts'
import { sendPage, type Page } from '../protocol/page.ts'
import { ownOf } from './claims.ts'
import { FAULT_PROMPT, ISSUER_PATH, JOB_PROMPT } from './issuer.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { refusedAt, type AccessProblem } from '../protocol/check-access.ts'
import { text } from './text.ts'

type Interaction = InstanceType<Provider['Interaction']>

export interface Asking {
  kernel: Kernel
  provider: Provider
  visitor: Visitor
  /** From the address, and from the cookie that bears it out. */
  uid: string
  cookie: string | undefined
}

const find = async ({ provider, uid, cookie }: Asking) => (cookie === uid ? provider.Interaction.find<Interaction>(uid) : undefined)
const over = (reply: FastifyReply) => sendPage(reply, { mark: 'bad', title: text.over, lines: [text.overHow] }, 400)

/** Between an application's request and its answer: to the sign-in, to a page that says why not or asks, or on. */
export async function interact({ url }: FastifyRequest, reply: FastifyReply, asking: Asking): Promise<FastifyReply> {
  const interaction = await find(asking)
  if (!interaction) return over(reply)
  const { visitor, uid } = asking
  const { prompt, session } = interaction
  const { who } = visitor
  if (!who || mustSignIn(interaction, who)) return reply.redirect(loginAt(uid), 303)
  const fault = prompt.details.fault as AccessProblem | undefined
  const isAsked = session?.uid === who.sessionId && !url.endsWith('?again')
  if (prompt.name === FAULT_PROMPT && fault !== undefined && isAsked)
    return sendPage(reply, await faultPage(asking, interaction, fault), 403)
  if (prompt.name === JOB_PROMPT && isAsked) return sendPage(reply, await questionOf(asking, interaction, who.userId))
  return goOn(reply, interaction, who)
}

/**
 * Where the application wants a new or a young proof, one has to come after it was asked for or be as young as it wants,
 * however the session began; else another session than the one they left with will do.
 */
function mustSignIn({ prompt, session, params }: Interaction, who: NonNullable<Visitor['who']>): boolean {
  const isSame = session?.uid === who.sessionId
  const wantsNew = String(params.prompt ?? '').split(' ').includes('login') // prettier-ignore
  if (!wantsNew && params.max_age === undefined) return prompt.name === 'login' && isSame
  if (prompt.name !== 'login' && isSame) return false
  return who.authTime <= Number(prompt.details.askedAt) - (wantsNew ? 0 : Number(params.max_age))
}

/** Back to the application instead. */
export async function decline(_request: FastifyRequest, reply: FastifyReply, asking: Asking): Promise<FastifyReply> {
  const interaction = await find(asking)
  if (!interaction) return over(reply)
  return finish(reply, interaction, { error: 'access_denied', error_description: 'the end-user may not open this application' })
}

/** In which of their jobs they come; what is none of theirs is asked again. */
export async function takeJob(request: FastifyRequest, reply: FastifyReply, asking: Asking): Promise<FastifyReply> {
  const form = await readForm(request)
  const interaction = await find(asking)
  const { kernel, provider, visitor, uid } = asking
  if (typeof form === 'string' || interaction?.prompt.name !== JOB_PROMPT) return over(reply)
  const { appId } = ownOf(await provider.Client.find(String(interaction.params.client_id)))
  const { who } = visitor
  if (!who || interaction.session?.uid !== who.sessionId || appId === undefined) return reply.redirect(ownAddress(uid), 303)
  const isTheirs = await chooseJob(kernel.db, who.userId, { appId, sessionId: who.sessionId }, form.get('job') ?? '')
  return isTheirs ? goOn(reply, interaction, who) : reply.redirect(ownAddress(uid), 303)
}

const ownAddress = (uid: string) => `${ISSUER_PATH}/interaction/${encodeURIComponent(uid)}`
const loginAt = (uid: string) => `/login?uri=${encodeURIComponent(ownAddress(uid))}`

const goOn = (reply: FastifyReply, interaction: Interaction, { userId, authTime }: NonNullable<Visitor['who']>) =>
  finish(reply, interaction, { login: { accountId: userId, ts: Math.floor(authTime) }, consent: {} })

/** The session is looked at again when the request goes on; this one may have begun with another, or none. */
async function finish(reply: FastifyReply, interaction: Interaction, result: InteractionResults): Promise<FastifyReply> {
  interaction.session = undefined
  interaction.result = result
  await interaction.persist()
  return reply.header('cache-control', 'no-store').redirect(interaction.returnTo, 303)
}

const nameOf = async ({ provider }: Asking, { params }: Interaction) =>
  (await provider.Client.find(String(params.client_id)))?.clientName ?? ''

async function faultPage(asking: Asking, interaction: Interaction, fault: AccessProblem): Promise<Page> {
  const { kernel, uid } = asking
  const ways = { back: `${ownAddress(uid)}/decline`, again: `${ownAddress(uid)}?again` }
  const client = await asking.provider.Client.find(String(interaction.params.client_id))
  return refusedAt(kernel.db, { fault, app: client?.clientName ?? '', accountFrom: ownOf(client).accountFrom, ...ways })
}

async function questionOf(asking: Asking, interaction: Interaction, userId: string): Promise<Page> {
  const { redirect_uri: leadsTo } = interaction.params
  const where = { action: `${ownAddress(asking.uid)}/job`, leadsTo: typeof leadsTo === 'string' ? leadsTo : undefined }
  return jobPage(asking.kernel.db, { userId, app: await nameOf(asking, interaction), ...where })
}
