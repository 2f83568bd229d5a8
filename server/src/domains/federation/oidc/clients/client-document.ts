import { type Client, errors, Provider } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { isStructured, tokenIdOf } from '../tokens/structured-token.ts'

/** Whether the client id is the address of a client metadata document. */
export const isDocumentId = (clientId: string): boolean => /^https:\/\//i.test(clientId) && URL.canParse(clientId)

/** Documents are fetched only from the configured hosts; by default there are none. */
export const isHostAllowed = ({ config }: Pick<Kernel, 'config'>, clientId: string): boolean =>
  isDocumentId(clientId) && config.values.clientDocumentHosts.includes(new URL(clientId).host)

/** The document and every address in it that the library may call must be at an allowed host, so that it leads nowhere else. */
export const isClientAllowed = (kernel: Pick<Kernel, 'config'>, client: Client): boolean =>
  [
    client.clientId,
    client.sectorIdentifierUri,
    client.jwksUri,
    client.backchannelLogoutUri,
    client.backchannelClientNotificationEndpoint,
  ].every(address => address === undefined || isHostAllowed(kernel, address))

/** Runs before the library fetches the sector identifier document, which it does while it reads a client metadata document. */
export const checkSector =
  (kernel: Pick<Kernel, 'config'>) =>
  (client: Client): boolean => {
    if (isDocumentId(client.clientId) && !isClientAllowed(kernel, client))
      throw new errors.InvalidClientMetadata('an address of the document is at a host that is not allowed')
    return true
  }

/**
 * Introspection reads the client of a token but needs nothing from it, so a client metadata document is not fetched. The library
 * refuses JWTs, so a JWT of Hufu is replaced by its id in the store, and any other by an id that does not exist.
 */
export function answerQuestions(provider: Provider): void {
  const { Client } = provider
  const find = Client.find.bind(Client)
  Client.find = async id => {
    const { route, params } = Provider.ctx?.oidc ?? {}
    if ((route === 'introspection' || route === 'revocation') && typeof params?.token === 'string' && isStructured(params.token))
      params.token = (await tokenIdOf(provider, params.token)) || 'not ours'
    if (route !== 'introspection' || !isDocumentId(id)) return find(id)
    return new (Client as unknown as new (metadata: object) => Client)({
      client_id: id,
      redirect_uris: [id],
      token_endpoint_auth_method: 'none',
    })
  }
}
