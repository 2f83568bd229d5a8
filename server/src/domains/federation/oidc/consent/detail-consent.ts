import type { AuthorizationDetail, Grant, KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { escapeHtml } from '../../protocol/page.ts'
import { findDetailTypes } from './detail-type.sql.ts'
import { text } from '../text.ts'

/** Whether the user has consented to exactly these authorization_details. */
export const isDetailAllowed = ({ oidc }: KoaContextWithOIDC): boolean =>
  (oidc.result?.consent as { details?: unknown } | undefined)?.details === oidc.params?.authorization_details

/** Stores the allowed authorization_details in the grant, so that they end with it. */
export function grantDetails(ctx: KoaContextWithOIDC, grant: Grant): void {
  const { params } = ctx.oidc
  if (typeof params?.authorization_details !== 'string' || !isDetailAllowed(ctx)) return
  grant.rar = JSON.parse(params.authorization_details) as AuthorizationDetail[]
}

const shown = (value: unknown): string => (Array.isArray(value) ? text.listed(value.map(String)) : String(value))

/** Each authorization detail in words, as an item of the consent page. */
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
