import { signIn } from '@hufu/contract/sign-in/sign-in'
import type { TestServer } from '../harness.ts'
import { PASSWORD } from '../given.ts'
import { Browser } from '../oidc.ts'
import { postedIn } from '../saml.ts'
import { sealed } from '../secrets.ts'

const REDIRECTS_MAX = 20

export interface Shown {
  url: URL
  text: string
  /** Every address visited, including the last one. */
  visited: URL[]
}

interface Form {
  action: string
  fields: Record<string, string>
}
/** The form that a page submits by itself: a SAML message, or a sign-out. */
function formIn(text: string): Form | undefined {
  if (/name="SAML(Request|Response)"/.test(text)) return postedIn(text)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1]
  const action = /action="([^"]+)"/.exec(text)?.[1]
  if (xsrf === undefined || action === undefined || !text.includes('document.forms[0].submit()')) return undefined
  return { action, fields: { xsrf, logout: 'yes' } }
}

/** A user's browser that follows redirects and forms between an application and Hufu. */
export class Visitor extends Browser {
  readonly #server: TestServer
  /** The console's token, once the user has signed in. */
  token = ''

  constructor(server: TestServer) {
    super()
    this.#server = server
  }

  /** Follows redirects and forms until a page is shown, or until `isCaught` accepts the next address. */
  async visit(address: string | URL, isCaught: (url: URL) => boolean = () => false): Promise<Shown> {
    const visited = [new URL(address)]
    let form: Form | undefined
    while (visited.length < REDIRECTS_MAX) {
      const url = visited.at(-1)!
      if (isCaught(url)) return { url, text: '', visited }
      const answer = await this.go(url, form && { method: 'POST', body: new URLSearchParams(form.fields) })
      const text = await answer.text()
      const to = answer.headers.get('location')
      form = to === null ? formIn(text) : undefined
      const next = to ?? form?.action
      if (next === undefined) return { url, text, visited }
      visited.push(new URL(next, url))
    }
    throw new Error(`no end of redirects: ${visited.join(' ')}`)
  }

  /** Starts at the application, signs in at /login with the call of its form, and follows the address back. */
  async signInAt(application: string, userName: string): Promise<Shown> {
    const { url } = await this.visit(application)
    if (url.pathname !== '/login') throw new Error(`not asked who they are at ${url.href}`)
    const body = { loginName: userName, pwd: await sealed(this.#server, PASSWORD) }
    const answer = await this.#server.nobody.send(signIn.login, { body })
    for (const line of answer.headers.getSetCookie()) this.keep(line)
    this.token = (answer.envelope.data as { token: string }).token
    return this.visit(new URL(url.searchParams.get('uri')!, url))
  }

  /** Whether the user would have to sign in again. */
  async isOut(application: string): Promise<boolean> {
    return (await this.visit(application)).url.pathname === '/login'
  }
}

/** What a page of the application shows about its reader, by variable. */
export const attributesShownIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/<p id="([^"]+)">([^<]*)<\/p>/g)].map(([, name, value]) => [name!, plain(value!)]))
const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#039;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export async function createUser({ given, kernel }: TestServer, appId?: string) {
  const id = await given.user()
  if (appId !== undefined) await given.grant({ subjectType: 'user', subjectId: id, appId })
  return kernel.db.selectFrom('users').select(['id', 'userName']).where('id', '=', id).executeTakeFirstOrThrow()
}
