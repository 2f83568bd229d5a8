import { type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { escapeHtml } from '../protocol/page.ts'
import { text as shared } from '../protocol/text.ts'
import { nameOf, show } from './pages.ts'
import { text } from './text.ts'

/** The answer in a form that sends itself, or is sent by its button where no script runs. */
const formPost = (ctx: KoaContextWithOIDC, action: string, values: Record<string, unknown>, isRefused = 'error' in values): void => {
  const inputs = Object.entries(values).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`,
  )
  const button = `<nav><button class="first" type="submit">${shared.goOn}</button></nav>`
  const body = `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}${button}</form>`
  ctx.status = isRefused ? 400 : 200
  show(ctx, { icon: isRefused ? 'bad' : 'good', title: text.returning(nameOf(ctx.oidc.client)), body, sends: true, leadsAnywhere: true })
}

/** The same with an answer that is signed (JARM). */
async function formPostSigned(ctx: KoaContextWithOIDC, action: string, values: Record<string, unknown>): Promise<void> {
  const token = Object.assign(new ctx.oidc.provider.IdToken({}, { ctx }), { extra: values })
  formPost(ctx, action, { response: await token.issue({ use: 'authorization' }) }, 'error' in values)
}

const own: Readonly<Record<string, typeof formPost | typeof formPostSigned>> = { form_post: formPost, 'form_post.jwt': formPostSigned }

/** The library keeps the first handler of a response mode; of these two that is ours. */
export class ProviderWithPages extends Provider {
  override registerResponseMode(...[name, handler]: Parameters<Provider['registerResponseMode']>): void {
    super.registerResponseMode(name, own[name] ?? handler)
  }
}
