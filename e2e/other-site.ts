import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Reply {
  /** Redirects the browser to this address. */
  to?: string
  /** Shown as the heading of the page. */
  body?: string
}
/** The site's answer, given the requested address and its own. */
type Serve = (url: URL, site: string) => Promise<Reply>

/** A server on another host, as far as the browser can tell. */
export async function openOtherSite(title: string, serve: Serve): Promise<{ address: string; close: () => void }> {
  let address = ''
  const server = createServer(
    (message, answer) =>
      void serve(new URL(message.url ?? '/', address), address).then(({ to, body }) => {
        if (to) return answer.writeHead(303, { location: to }).end()
        return answer
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(`<!doctype html><title>${title}</title><h1>${body}</h1>`)
      }),
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  address = `http://localhost:${(server.address() as AddressInfo).port}`
  return { address, close: () => void server.close() }
}

/** A CAS application with one page, as mod_auth_cas would be; the page shows what `greet` makes of the provider's answer. */
export const casSite =
  (provider: () => string, path: string, greet: (answer: string) => string): Serve =>
  async (url, site) => {
    const cas = `${provider()}/protocols/cas`
    const service = site + path
    if (url.pathname !== path) return { body: '' }
    const ticket = url.searchParams.get('ticket')
    if (ticket === null) return { to: `${cas}/login?${new URLSearchParams({ service }).toString()}` }
    const answer = await fetch(`${cas}/p3/serviceValidate?${new URLSearchParams({ service, ticket }).toString()}`)
    return { body: greet(await answer.text()) }
  }
