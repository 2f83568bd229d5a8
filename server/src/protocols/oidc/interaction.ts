import type { FastifyReply } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { Kernel } from '../../kernel/kernel.ts'
import { escapeHtml, headersOf, pageOf, type Page } from '../page.ts'
import { ISSUER_PATH } from './provider.ts'
import { administratorNames } from './person.sql.ts'
import { FAULT_PROMPT, type Fault } from './policy.ts'
import type { Seat } from './seat.ts'
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

export const sendPage = (reply: FastifyReply, page: Page, status = 200): FastifyReply =>
  reply.code(status).headers(headersOf(page)).type('text/html; charset=utf-8').send(pageOf(page))

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
  const app = client?.clientName ?? ''
  const link = (to: string, words: string, isFirst = false) => `<a${isFirst ? ' class="first"' : ''} href="${escapeHtml(to)}">${words}</a>`
  const back = link(`${ownAddress(uid)}/decline`, text.backToApp)
  const own = `<nav>${link('/', text.toConsole, true)}${link(`${ownAddress(uid)}?again`, text.goOn)}</nav>`
  const pages: Record<Fault, () => Promise<Page>> = {
    noAccess: async () => ({
      mark: 'bad',
      title: text.noAccess(app),
      lines: [text.askWhom(await administratorNames(kernel.db))],
      body: `<nav>${back}</nav>`,
    }),
    address: async () => ({ mark: 'bad', title: text.addressRefused(app), lines: [text.addressHow], body: `<nav>${back}</nav>` }),
    changePassword: async () => ({ mark: 'ask', title: text.changePassword, lines: [text.changePasswordHow], body: own }),
    bindFactor: async () => ({ mark: 'ask', title: text.bindFactor, lines: [text.bindFactorHow], body: own }),
  }
  return pages[fault]()
}
