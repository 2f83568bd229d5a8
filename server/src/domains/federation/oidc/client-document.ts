import { type Client, errors, Provider } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { isStructured, tokenIdOf } from './structured-token.ts'

/** A client that is known by the address of its metadata document (Client ID Metadata Document). */
export const isDocumentId = (clientId: string): boolean => /^https:\/\//i.test(clientId) && URL.canParse(clientId)

/** Only from hosts that are named; none are as shipped. */
export const isHostAllowed = ({ config }: Pick<Kernel, 'config'>, clientId: string): boolean =>
  isDocumentId(clientId) && config.values.clientDocumentHosts.includes(new URL(clientId).host)

/** Its document and all that the library would ask for its sake stand at hosts that are named: a document sends us nowhere else. */
export const isClientAllowed = (kernel: Pick<Kernel, 'config'>, client: Client): boolean =>
  [
    client.clientId,
    client.sectorIdentifierUri,
    client.jwksUri,
    client.backchannelLogoutUri,
    client.backchannelClientNotificationEndpoint,
  ].every(address => address === undefined || isHostAllowed(kernel, address))

/** Asked about before the library fetches a list of redirect addresses, which it does while it reads a document. */
export const checkSector =
  (kernel: Pick<Kernel, 'config'>) =>
  (client: Client): boolean => {
    if (isDocumentId(client.clientId) && !isClientAllowed(kernel, client))
      throw new errors.InvalidClientMetadata('an address of the document is at a host that is not allowed')
    return true
  }

/**
 * The library reads the client of every token it is asked about; of these it needs nothing, and nothing is fetched for it. It
 * refuses tokens that can be read: of ours it is given what they stand under in the store, of others nothing that stands there.
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
