import type { FastifyReply } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { issueOneTime, redeemOneTime } from '../../../../platform/secrets/one-time.ts'
import { escapeHtml, type Page, sendPage } from '../../protocol/page.ts'
import { text as protocolText } from '../../protocol/text.ts'
import { visitorOf } from '../../protocol/visitor.ts'
import { hostOf } from '../host.ts'
import { ISSUER_PATH } from '../issuer.ts'
import { type Frame, framesOf } from './logout.sql.ts'
import { show } from '../pages/pages.ts'
import { text } from '../text.ts'

const CONFIRM_PATH = '/session/end/confirm'
const SIGN_OUT_SECONDS = 120

interface PendingSignOut {
  frames: Frame[]
  next: string
}

/** Loads the logout addresses in frames, and leads on whatever they answer, because their answers cannot be read. */
function framesPage(issuer: string, { frames, next }: PendingSignOut): Page {
  const addressOf = ({ uri, sid }: Frame) => {
    const url = new URL(uri)
    url.searchParams.set('iss', issuer)
    url.searchParams.set('sid', sid)
    return url.href
  }
  return {
    icon: 'ask',
    title: text.leaving,
    lines: [text.framed(frames.map(({ name }) => name)), text.framedHow],
    body: `<nav><a class="first" href="${escapeHtml(next)}">${protocolText.goOn}</a></nav>`,
    frames: frames.map(addressOf),
  }
}

/** At a sign-out started by an application, shows the page with the logout frames before it leads to the post-logout address. */
export function showLogoutFrames(kernel: Kernel, provider: Provider): void {
  provider.use(async (ctx, next) => {
    const { who } = ctx.path === CONFIRM_PATH ? visitorOf(ctx.req) : {}
    const all = who ? await framesOf(kernel.db, who.sessionId) : []
    await next()
    if (all.length === 0 || ctx.status !== 303 || !('oidc' in ctx)) return
    const { params, client, issuer } = ctx.oidc
    const frames = params?.logout ? all : all.filter(({ clientId }) => clientId === client?.clientId)
    if (frames.length === 0) return
    const leadsTo = ctx.response.get('location')
    ctx.remove('location')
    ctx.status = 200
    show(ctx as KoaContextWithOIDC, framesPage(issuer, { frames, next: leadsTo }))
  })
}

/** The address of the frames page for the console's own sign-out, which calls this before the session ends. */
export async function framesUrl({ db }: Kernel, sessionId: string, next: string | null): Promise<string | null> {
  const frames = await framesOf(db, sessionId)
  if (frames.length === 0) return next
  const detail: PendingSignOut = { frames, next: next ?? '/login' }
  const token = await issueOneTime(db, 'oidcFrames', { seconds: SIGN_OUT_SECONDS, detail })
  return `${ISSUER_PATH}/session/frames?r=${encodeURIComponent(token)}`
}

export async function showFrames(kernel: Kernel, reply: FastifyReply, token: string): Promise<FastifyReply> {
  const found = await redeemOneTime<PendingSignOut>(kernel.db, 'oidcFrames', token)
  const issuer = hostOf(kernel)?.issuer
  if (!found || issuer === undefined) return sendPage(reply, { icon: 'good', title: text.loggedOut })
  return sendPage(reply, framesPage(issuer, found.detail))
}
