import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
} from '@modelcontextprotocol/server'
import type { OAuthClientProvider, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { basic } from './oidc.ts'

interface Registered {
  issuer: string
  clientId: string
  secret: string
  /** How it checks tokens: by introspection (opaque), or by reading them (JWT). */
  format: 'opaque' | 'jwt'
}
interface TokenClaims {
  scope?: string
  client_id: string
  exp: number
  sub: string
  act?: { sub: string }
}

/** A small MCP server that is a resource server of this issuer: `read` and `write`, each with its own scope. */
export async function mcpServer() {
  let registered: Registered | undefined
  const last: { claims: TokenClaims | undefined } = { claims: undefined }
  const answer = async (message: IncomingMessage, reply: ServerResponse) => {
    const response = await respond(message)
    reply.writeHead(response.status, Object.fromEntries(response.headers))
    reply.end(Buffer.from(await response.arrayBuffer()))
  }
  const http = createServer((message, reply) => {
    answer(message, reply).catch((error: Error) => reply.destroy(error))
  })
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const identifier = `${origin}/mcp`
  const mcp = createMcpHandler(() => {
    const server = new McpServer({ name: 'notes', version: '1.0.0' })
    for (const name of ['read', 'write'])
      server.registerTool(name, { description: name }, () => ({ content: [{ type: 'text', text: `${name} by ${last.claims?.sub}` }] }))
    return server
  })

  async function verify(token: string): Promise<TokenClaims> {
    const { issuer, clientId, secret, format } = registered!
    if (format === 'jwt') {
      const read = jwtVerify(token, createRemoteJWKSet(new URL(`${issuer}/jwks`)), { issuer, audience: identifier, typ: 'at+jwt' })
      return (await read.catch(invalid)).payload as unknown as TokenClaims
    }
    const response = await fetch(`${issuer}/token/introspection`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
      headers: basic(clientId, secret),
    })
    const introspected = (await response.json()) as TokenClaims & { active: boolean; aud?: string }
    return introspected.active && introspected.aud === identifier ? introspected : invalid()
  }

  async function respond(message: IncomingMessage): Promise<Response> {
    const request = await webRequest(message, origin)
    const { issuer } = registered!
    const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
    const metadataReply = oauthMetadataResponse(request.clone(), {
      oauthMetadata: metadata as never,
      resourceServerUrl: new URL(identifier),
      scopesSupported: ['notes:read'],
      dangerouslyAllowInsecureIssuerUrl: true,
    })
    if (metadataReply) return metadataReply
    const wanted = (await request.clone().text()).includes('"write"') ? ['notes:write'] : []
    const guard = requireBearerAuth({
      verifier: {
        verifyAccessToken: async token => {
          last.claims = await verify(token)
          const { scope = '', client_id: clientId, exp } = last.claims
          return { token, clientId, scopes: scope.split(' '), expiresAt: exp, resource: new URL(identifier) }
        },
      },
      expectedResource: new URL(identifier),
      requiredScopes: wanted,
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(new URL(identifier)),
    })
    const authInfo = await guard(request.clone())
    return authInfo instanceof Response ? authInfo : mcp.fetch(request, { authInfo })
  }

  return {
    identifier,
    /** The claims of the last token it checked. */
    last,
    register: (as: Registered) => {
      registered = as
    },
    verify,
    close: async () => {
      await mcp.close()
      http.closeAllConnections()
      await new Promise(done => http.close(done))
    },
  }
}

const invalid = (): never => {
  throw new OAuthError(OAuthErrorCode.InvalidToken, 'not active')
}

async function webRequest(message: IncomingMessage, origin: string): Promise<Request> {
  const pieces: Buffer[] = []
  for await (const piece of message) pieces.push(piece as Buffer)
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(new URL(message.url ?? '/', origin), {
    method: message.method ?? 'GET',
    headers,
    ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
  })
}

/** What an agent stores of its sign-in, as the SDK requires. */
export function mcpClient(redirectUrl: string, parts: { issuer: string; clientId?: string; clientMetadataUrl?: string }) {
  const stored: { url?: URL; tokens?: StoredOAuthTokens; verifier?: string; client?: StoredOAuthClientInformation; discovery?: unknown } = {
    ...(parts.clientId !== undefined && { client: { client_id: parts.clientId, issuer: parts.issuer } }),
  }
  const provider: OAuthClientProvider & { discoveryState: () => never; saveDiscoveryState: (state: unknown) => void } = {
    redirectUrl,
    ...(parts.clientMetadataUrl !== undefined && { clientMetadataUrl: parts.clientMetadataUrl }),
    clientMetadata: {
      client_name: '助手',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => stored.client,
    saveClientInformation: information => void (stored.client = information),
    tokens: () => stored.tokens,
    saveTokens: tokens => void (stored.tokens = tokens),
    redirectToAuthorization: url => void (stored.url = url),
    saveCodeVerifier: verifier => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier ?? '',
    discoveryState: () => stored.discovery as never,
    saveDiscoveryState: state => void (stored.discovery = state),
  }
  return { kept: stored, provider }
}
