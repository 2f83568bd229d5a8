import type { AuthorizationDetail, Grant, KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { escapeHtml } from '../protocol/page.ts'
import { findDetailTypes } from './detail-type.sql.ts'
import { text } from './text.ts'

/** Whether the user has said yes to exactly this request. */
export const isDetailAllowed = ({ oidc }: KoaContextWithOIDC): boolean =>
  (oidc.result?.consent as { details?: unknown } | undefined)?.details === oidc.params?.authorization_details

/** What was allowed stands in the grant, and ends with it. */
export function grantDetails(ctx: KoaContextWithOIDC, grant: Grant): void {
  const { params } = ctx.oidc
  if (typeof params?.authorization_details !== 'string' || !isDetailAllowed(ctx)) return
  grant.rar = JSON.parse(params.authorization_details) as AuthorizationDetail[]
}

const shown = (value: unknown): string => (Array.isArray(value) ? value.join('、') : String(value))

/** Every detail in words, as lines of the page that asks. */
export async function detailItems({ db }: Kernel, sent: unknown): Promise<string[]> {
  if (typeof sent !== 'string') return []
  const details = JSON.parse(sent) as AuthorizationDetail[]
  const types = await findDetailTypes(db, details.map(({ type }) => type)) // prettier-ignore
  return details.map(detail => {
    const { label = detail.type, explanation = '', fields = [] } = types.get(detail.type) ?? {}
    const lines = fields
      .filter(({ name }) => Object.hasOwn(detail, name))
      .map(({ name, label: words }) => text.detailLine(words, shown(detail[name])))
    const more = [...(explanation === '' ? [] : [explanation]), ...lines].map(line => `<br><small>${escapeHtml(line)}</small>`).join('')
    return `<li><b>${escapeHtml(label)}</b>${more}</li>`
  })
}
