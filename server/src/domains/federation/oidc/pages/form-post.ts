import { type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { escapeHtml } from '../../protocol/page.ts'
import { text as protocolText } from '../../protocol/text.ts'
import { nameOf, show } from './pages.ts'
import { text } from '../text.ts'

/** The form_post response: a form that submits itself, or is submitted by its button if scripts are off. */
const formPost = (ctx: KoaContextWithOIDC, action: string, values: Record<string, unknown>, isRefused = 'error' in values): void => {
  const inputs = Object.entries(values).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`,
  )
  const button = `<nav><button class="first" type="submit">${protocolText.goOn}</button></nav>`
  const body = `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}${button}</form>`
  ctx.status = isRefused ? 400 : 200
  show(ctx, { icon: isRefused ? 'bad' : 'good', title: text.returning(nameOf(ctx.oidc.client)), body, sends: true, leadsAnywhere: true })
}

/** The form_post.jwt response: the same form with a signed response (JARM). */
async function formPostSigned(ctx: KoaContextWithOIDC, action: string, values: Record<string, unknown>): Promise<void> {
  const token = Object.assign(new ctx.oidc.provider.IdToken({}, { ctx }), { extra: values })
  formPost(ctx, action, { response: await token.issue({ use: 'authorization' }) }, 'error' in values)
}

const own: Readonly<Record<string, typeof formPost | typeof formPostSigned>> = { form_post: formPost, 'form_post.jwt': formPostSigned }

/** Registers Hufu's handlers of these two response modes, because the library keeps only the first handler of a mode. */
export class ProviderWithPages extends Provider {
  override registerResponseMode(...[name, handler]: Parameters<Provider['registerResponseMode']>): void {
    super.registerResponseMode(name, own[name] ?? handler)
  }
}
