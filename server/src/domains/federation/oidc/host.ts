import type { FastifyBaseLogger } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { isOutage } from '../../../platform/http/errors.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { detailTypeNames } from './consent/detail-type.sql.ts'
import { ISSUER_PATH } from './issuer.ts'
import { makeMissingKeys, signingKeys } from './keys/signing-key.sql.ts'
import { type Refusal, watchRefusals } from './pages/refusal.ts'
import { noteVisit } from './pages/visit.ts'

/** How often a node looks for new keys. */
const LOOK_MS = 60_000

/** Holds this node's OpenID provider, which is made at the first request and again when its keys, types or settings change. */
export class Host {
  readonly #kernel: Kernel
  readonly #log: FastifyBaseLogger
  #current: { provider: Provider; kids: string; switches: string; issuer: string } | undefined
  #lookedAt = -Infinity
  #looking: Promise<void> | undefined

  constructor(kernel: Kernel, log: FastifyBaseLogger) {
    this.#kernel = kernel
    this.#log = log
  }

  get issuer(): string | undefined {
    const origin = originOf(this.#kernel)
    return origin === undefined ? undefined : origin + ISSUER_PATH
  }

  /** The settings that are fixed when a provider is made: client metadata documents and dynamic registration on or off. */
  private get switches(): string {
    const { clientDocumentHosts, openRegistration } = this.#kernel.config.values
    return [clientDocumentHosts.length > 0, openRegistration].join(' ')
  }

  /** Undefined while the public address of the server is unknown. */
  async provider(): Promise<Provider | undefined> {
    const { issuer } = this
    if (issuer === undefined) return undefined
    const isCurrent = this.#current?.issuer === issuer && this.#current.switches === this.switches
    if (isCurrent && performance.now() - this.#lookedAt < LOOK_MS) return this.#current?.provider
    await (this.#looking ??= this.#look(issuer).finally(() => {
      this.#looking = undefined
    }))
    return this.#current?.provider
  }

  /** Makes the next request look for changes at once, because keys or detail types were changed on this node. */
  look(): void {
    this.#lookedAt = -Infinity
  }

  async #look(issuer: string): Promise<void> {
    if (!this.#current) await makeMissingKeys(this.#kernel)
    const keys = await signingKeys(this.#kernel)
    const detailTypes = await detailTypeNames(this.#kernel.db)
    const kids = [...keys.map(key => key.kid), ...detailTypes].join(' ')
    const { switches } = this
    if (this.#current?.kids !== kids || this.#current.switches !== switches || this.#current.issuer !== issuer)
      this.#current = { provider: await this.#open(issuer, keys, detailTypes), kids, switches, issuer }
    this.#lookedAt = performance.now()
  }

  async #open(issuer: string, keys: Awaited<ReturnType<typeof signingKeys>>, detailTypes: readonly string[]): Promise<Provider> {
    const { openProvider } = await import('./provider.ts')
    const provider = openProvider(this.#kernel, issuer, keys, detailTypes)
    provider.use(async (ctx, next) => {
      await next()
      await noteVisit(this.#kernel, ctx as KoaContextWithOIDC)
    })
    watchRefusals(this.#kernel, provider)
    // Logs which client was refused and why, but never the credentials it sent.
    const refused = (ctx: KoaContextWithOIDC, { error, error_description: description, error_detail: detail }: Refusal) =>
      this.#log.warn({ clientId: ctx.oidc.client?.clientId, route: ctx.oidc.route, error, description, detail }, 'refused a client')
    provider.on('grant.error', refused)
    provider.on('authorization.error', refused)
    provider.on('introspection.error', refused)
    provider.on('revocation.error', refused)
    provider.on('pushed_authorization_request.error', refused)
    provider.on('backchannel_authentication.error', refused)
    provider.on('server_error', (ctx, error) => {
      if (!isOutage(error)) this.#log.error({ err: error, route: ctx.oidc.route }, 'defect')
    })
    return provider
  }
}

const hosts = new WeakMap<Kernel, Host>()
export const hostOf = (kernel: Kernel): Host | undefined => hosts.get(kernel)
export function openHost(kernel: Kernel, log: FastifyBaseLogger): Host {
  const host = new Host(kernel, log)
  hosts.set(kernel, host)
  return host
}
