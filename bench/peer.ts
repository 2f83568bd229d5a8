import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors, Provider } from 'oidc-provider'

/**
 * oidc-provider with its store in memory and Hufu's settings: the cost of the protocol without persistence. Runs as a child
 * process and reports its port and the tokens to begin with.
 */
const [id, secret, callers] = process.argv.slice(2) as [string, string, string]
const person = 'somebody'
const jwk = { ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }
const api = 'http://127.0.0.1/api'

const server = createServer()
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: id,
      client_secret: secret,
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types: ['code'],
      redirect_uris: ['http://127.0.0.1:8198/'],
    },
  ],
  jwks: { keys: [jwk] },
  conformIdTokenClaims: false,
  claims: { openid: ['sub'], profile: ['name'], roles: ['roles'] },
  rotateRefreshToken: true,
  pkce: { required: () => true },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, name: 'Somebody', roles: [] }) }),
  cookies: { keys: ['only of the bench'] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: ctx => (ctx.oidc.params?.grant_type === 'client_credentials' ? api : []),
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== api) throw new errors.InvalidTarget()
        return { scope: '', audience: api, accessTokenFormat: 'opaque' }
      },
      useGrantedResource: () => true,
    },
  },
})
server.on('request', provider.callback())

const client = (await provider.Client.find(id))!
const refreshTokens: string[] = []
for (let n = 0; n < Number(callers); n++) {
  const grant = new provider.Grant({ clientId: id, accountId: person })
  grant.addOIDCScope('openid profile roles offline_access')
  const parts = {
    client,
    accountId: person,
    grantId: await grant.save(),
    scope: 'openid profile roles offline_access',
    gty: 'authorization_code',
  }
  refreshTokens.push(await new provider.RefreshToken({ ...parts, authTime: Math.floor(Date.now() / 1000) } as never).save())
}
process.send?.({ port, refreshTokens })
