import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { reasonClosed } from './closed.sql.ts'
import { escapeHtml, headersOf, pageOf, type Page } from '../../protocol/page.ts'
import { visitorOf } from '../../protocol/visitor.ts'
import { text } from '../text.ts'

export function show(ctx: KoaContextWithOIDC, page: Page): undefined {
  ctx.set(headersOf(page))
  ctx.type = 'html'
  ctx.body = pageOf(page)
}

export const nameOf = (client: Client | undefined) => client?.clientName ?? client?.clientId ?? ''
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
const formOf = (ctx: KoaContextWithOIDC, route: string, inner: string) =>
  `<form method="post" action="${escapeHtml(ctx.oidc.urlFor(route))}">${hidden('xsrf', String(ctx.oidc.session?.state?.secret ?? ''))}${inner}</form>`
const button = (words: string, isFirst: boolean, name = '') =>
  `<button${isFirst ? ' class="first" autofocus' : ''} type="submit"${name && ` name="${name}" value="yes"`}>${words}</button>`

/** The error page if there is no client to redirect to: a sentence for the user, and the standard's error for the administrator. */
export const showError =
  ({ db }: Kernel) =>
  async (ctx: KoaContextWithOIDC, out: { error: string; error_description?: string | undefined }): Promise<undefined> => {
    const { client_id: clientId } = ctx.oidc.params ?? {}
    const closed = out.error === 'invalid_client' && typeof clientId === 'string' ? await reasonClosed(db, clientId) : undefined
    if (closed === 'waiting') return show(ctx, { icon: 'bad', title: text.waiting, lines: [text.waitingHow, out.error] })
    if (closed) return show(ctx, { icon: 'bad', title: text.disabled, lines: [text.disabledHow, out.error] })
    const isDefect = out.error === 'server_error'
    const isOver = out.error === 'invalid_request' && ctx.oidc.route === 'resume'
    const [title, how] = isDefect ? [text.defect, ''] : isOver ? [text.over, text.overHow] : [text.refused, text.refusedHow]
    show(ctx, {
      icon: 'bad',
      title,
      lines: [...(how ? [how] : []), ...(isDefect || isOver ? [] : [[out.error, out.error_description].filter(Boolean).join(': ')])],
    })
  }

const deviceProblem = (error: Error | undefined): string | undefined => {
  if (!error) return undefined
  const sentences: Record<string, string> = {
    NoCodeError: text.deviceAsk,
    NotFoundError: text.deviceWrong,
    ExpiredError: text.deviceOver,
    AlreadyUsedError: text.deviceUsed,
    AbortedError: text.deviceDeclined,
  }
  return sentences[error.name] ?? text.deviceProblem
}

export async function askDeviceCode(ctx: KoaContextWithOIDC, _form: string, _out?: unknown, error?: Error): Promise<void> {
  const problem = deviceProblem(error)
  const field = `<input type="text" name="user_code" aria-label="${text.deviceCode}" autofocus autocomplete="off" maxlength="20">`
  const body = formOf(ctx, 'code_verification', `${field}<nav>${button(text.next, false)}</nav>`)
  show(ctx, { icon: problem === undefined ? 'ask' : 'bad', title: text.deviceTitle, lines: [problem ?? text.deviceAsk], body })
}

export async function confirmDevice(
  ctx: KoaContextWithOIDC,
  _form: string,
  client: Client,
  _info: unknown,
  userCode: string,
): Promise<void> {
  const code = `<p class="code">${escapeHtml(userCode)}</p>`
  const answers = `<nav>${button(text.confirm, true)}${button(text.decline, false, 'abort')}</nav>`
  const inner = hidden('user_code', userCode) + hidden('confirm', 'yes') + answers
  const body = code + formOf(ctx, 'code_verification', inner)
  show(ctx, { icon: 'ask', title: text.deviceConfirm(nameOf(client)), lines: [text.deviceConfirmHow], body })
}

export async function deviceDone(ctx: KoaContextWithOIDC): Promise<void> {
  show(ctx, { icon: 'good', title: text.deviceDone, lines: [text.deviceDoneHow] })
}

/** Signs out without asking if the id_token_hint is the signed-in user's; otherwise asks, because anyone may send such links. */
export async function askLogout(ctx: KoaContextWithOIDC): Promise<void> {
  const { session, entities } = ctx.oidc
  const leadsTo = typeof session?.state?.postLogoutRedirectUri === 'string' ? session.state.postLogoutRedirectUri : undefined
  const hint = entities.IdTokenHint as { payload?: { sub?: unknown } } | undefined
  if (hint?.payload?.sub === session?.accountId) {
    const body = formOf(ctx, 'end_session_confirm', `${hidden('logout', 'yes')}<noscript>${button(text.logoutYes, true)}</noscript>`)
    return show(ctx, { icon: 'ask', title: text.leaving, body, sends: true, leadsTo })
  }
  const answers = `<nav>${button(text.logoutYes, true, 'logout')}${button(text.logoutNo, false)}</nav>`
  show(ctx, { icon: 'ask', title: text.logoutTitle, lines: [text.logoutHow], body: formOf(ctx, 'end_session_confirm', answers), leadsTo })
}

export async function loggedOut(ctx: KoaContextWithOIDC): Promise<void> {
  const { client } = ctx.oidc
  if (client && visitorOf(ctx.req).who) return show(ctx, { icon: 'good', title: text.stillSignedIn, lines: [text.leftApp(nameOf(client))] })
  show(ctx, { icon: 'good', title: text.loggedOut })
}
