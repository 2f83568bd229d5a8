import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { findResource } from '../tokens/resource.sql.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { escapeHtml, type Page } from '../../protocol/page.ts'
import { CLAIMS, OIDC_SCOPES, extraMetadataOf } from '../claims.ts'
import { consentsOf, keepConsent } from './consent.sql.ts'
import { detailItems, grantDetails } from './detail-consent.ts'
import { listed, resourcesOf } from '../tokens/audience.ts'
import { text } from '../text.ts'

type Interaction = InstanceType<Provider['Interaction']>

/** Whether the scopes of OpenID Connect need the user's consent; scopes of resource servers always do. */
const wantsConsent = (client: Client) => extraMetadataOf(client).asksConsent === true || extraMetadataOf(client).isExternal === true

/** Grants those requested scopes and claims that the user has consented to; the library prompts for the rest. */
export async function addConsented({ db }: Kernel, ctx: KoaContextWithOIDC, grant: InstanceType<Provider['Grant']>): Promise<void> {
  const { client, requestParamOIDCScopes: plain, requestParamScopes: requestedScopes } = ctx.oidc
  if (!client || grant.accountId === undefined) return
  grantDetails(ctx, grant)
  const resources = resourcesOf(ctx)
  const isAsked = wantsConsent(client)
  const allowed =
    isAsked || resources.size > 0
      ? await consentsOf(db, { userId: grant.accountId, clientId: client.clientId })
      : new Map<string, string[]>()
  const own = [...plain].filter(scope => !isAsked || allowed.get('')?.includes(scope))
  if (own.length > 0) grant.addOIDCScope(own.join(' '))
  const consented = new Set(own.flatMap(scope => CLAIMS[scope as keyof typeof CLAIMS] ?? []))
  const claims = [...ctx.oidc.requestParamClaims].filter(name => !isAsked || consented.has(name))
  if (claims.length > 0) grant.addOIDCClaims(claims)
  for (const [identifier, { appId, scopes }] of resources) {
    const consentedScopes = allowed.get(appId) ?? []
    const allowedNames = scopes.map(({ name }) => name).filter(name => requestedScopes.has(name) && consentedScopes.includes(name))
    if (allowedNames.length > 0) grant.addResourceScope(identifier, allowedNames.join(' '))
  }
}

/** The requested scopes of one resource server, or of OpenID Connect itself (null). */
interface ConsentLine {
  resourceId: string | null
  resourceName: string
  scopes: { name: string; label: string; explanation: string }[]
}

async function requestedIn({ db }: Kernel, client: Client, { params }: Interaction): Promise<ConsentLine[]> {
  const names = new Set(String(params.scope ?? '').split(' ')) // prettier-ignore
  const found = await Promise.all(listed(params.resource as string | string[] | undefined).map(one => findResource(db, one)))
  const lines = found.flatMap((one): ConsentLine[] =>
    one ? [{ resourceId: one.appId, resourceName: one.name, scopes: one.scopes.filter(({ name }) => names.has(name)) }] : [],
  )
  const own = OIDC_SCOPES.filter(name => names.has(name)).map(name => ({ name, label: text.scopes[name], explanation: '' }))
  return wantsConsent(client) && own.length > 0 ? [...lines, { resourceId: null, resourceName: '', scopes: own }] : lines
}

const hostOf = (address: string): string => {
  const { host, protocol } = new URL(address)
  return host || protocol
}
const returnHostOf = ({ params }: Interaction) => (typeof params.redirect_uri === 'string' ? hostOf(params.redirect_uri) : '')
/** The host shown as the client's origin: that of its metadata document, which is proven, or else that of its redirect address. */
const sourceOf = (client: Client, interaction: Interaction) =>
  extraMetadataOf(client).isExternal && URL.canParse(client.clientId) ? hostOf(client.clientId) : returnHostOf(interaction)

/** Whether the user is shown the consent page; if not, what the client requests is granted without a question. */
export const isConsentAsked = (client: Client, { params }: Interaction): boolean =>
  wantsConsent(client) || listed(params.resource as string | string[] | undefined).length > 0

interface Question {
  client: Client
  interaction: Interaction
  action: string
}

/** The page that shows which client requests what, with a form for the user's answer. */
export async function consentPage(kernel: Kernel, { client, interaction, action }: Question): Promise<Page> {
  const requested = await requestedIn(kernel, client, interaction)
  const items = requested.flatMap(({ scopes }) => scopes).map(({ label, explanation }) => {
    const more = explanation === '' ? '' : `<br><small>${escapeHtml(explanation)}</small>`
    return `<li><b>${escapeHtml(label)}</b>${more}</li>`
  }) // prettier-ignore
  const details = await detailItems(kernel, interaction.params.authorization_details)
  const button = (value: string, words: string, isFirst = false) =>
    `<button${isFirst ? ' class="first"' : ''} name="answer" value="${value}">${words}</button>`
  const answers = `<nav>${button('no', text.decline)}${button('yes', text.allow, true)}</nav>`
  const { params } = interaction
  const isLocal = /^(127\.|\[::1\]|localhost)/.test(returnHostOf(interaction)) || client.applicationType === 'native'
  const name = client.clientName ?? client.clientId
  const places = requested.map(({ resourceName }) => resourceName).filter(Boolean)
  return {
    icon: 'ask',
    title: places.length > 0 ? text.consentTo(name, text.listed(places)) : text.consent(name),
    lines: [
      text.consentFrom(sourceOf(client, interaction)),
      ...(extraMetadataOf(client).isExternal ? [text.consentUnknown] : []),
      ...(isLocal ? [text.consentLocal] : []),
    ],
    body: `<ul class="scopes">${[...items, ...details].join('')}</ul><p>${text.consentHow}</p><form method="post" action="${escapeHtml(action)}">${answers}</form>`,
    leadsTo: typeof params.redirect_uri === 'string' ? params.redirect_uri : undefined,
  }
}

/** Stores consent to the scopes that the page showed. */
export async function keepAnswer(kernel: Kernel, client: Client, interaction: Interaction, userId: string): Promise<void> {
  const clientName = (client.clientName ?? client.clientId).slice(0, 200)
  const consent = { userId, clientId: client.clientId, clientName, clientHost: sourceOf(client, interaction) }
  for (const { resourceId, scopes } of await requestedIn(kernel, client, interaction))
    await keepConsent(kernel.db, { ...consent, resourceId, scopes: scopes.map(({ name }) => name) })
}
