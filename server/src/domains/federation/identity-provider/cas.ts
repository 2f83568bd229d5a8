import { CasOptions } from '@hufu/contract/federation/identity-provider'
import { createHttpSender, Unreachable } from '../../../outside/http-sender.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { SamlProblem } from '../saml/problem.ts'
import { childOf, type Element, elementsOf, is, readXml, textOf } from '../saml/xml/read.ts'
import {
  type Answer,
  type StartedSignIn,
  type Identity,
  type Kept,
  ProviderProblem,
  type ProviderProtocol,
  reject,
  type Visiting,
} from './identity.ts'
import type { StoredProvider } from './provider.sql.ts'

const CAS = 'http://www.yale.edu/tp/cas'
export const TICKET = /^[\x21-\x7e]{1,500}$/
const SUBJECT_MAX = 255
const [OK, NOT_FOUND] = [200, 404]

const addressOf = ({ options }: StoredProvider) => CasOptions.parse(options).address.replace(/\/+$/, '')
const service = (callback: string, state: string) => `${callback}?state=${encodeURIComponent(state)}`

/** A client of CAS 3.0, or of CAS 2.0 if the server does not support 3.0. */
export class CasClient implements ProviderProtocol {
  readonly #kernel: Kernel

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  begin(provider: StoredProvider, { callback, state, isForced }: Visiting): Promise<StartedSignIn> {
    const renewal: Kept = isForced ? { renew: 'true' } : {}
    const query = new URLSearchParams({ service: service(callback, state), ...renewal })
    return Promise.resolve({ address: `${addressOf(provider)}/login?${query.toString()}`, kept: renewal })
  }

  async finish(provider: StoredProvider, { url, state, kept }: Answer): Promise<Identity> {
    const tickets = url.searchParams.getAll('ticket')
    const [ticket = ''] = tickets
    if (tickets.length !== 1 || !TICKET.test(ticket)) reject('declined', 'no ticket')
    const query = new URLSearchParams({
      service: service(`${url.origin}${url.pathname}`, state),
      ticket,
      ...kept,
    })
    return { ...readAnswer(await this.#ask(provider, query)), isForced: kept.renew === 'true', sid: ticket }
  }

  async #ask(provider: StoredProvider, query: URLSearchParams): Promise<string> {
    const send = createHttpSender({ withLoopback: this.#kernel.settings.allowLoopback })
    const ask = (path: string) =>
      send(new URL(`${addressOf(provider)}${path}?${query.toString()}`), { method: 'GET', headers: { accept: 'application/xml' } })
    try {
      const answer = await ask('/p3/serviceValidate')
      const { status, text } = answer.status === NOT_FOUND ? await ask('/serviceValidate') : answer
      return status === OK ? text : reject('unavailable', `status ${status}`)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      throw new ProviderProblem('unavailable', error.message, undefined, error)
    }
  }
}

type CasIdentity = Omit<Identity, 'isForced'>

function readAnswer(text: string): CasIdentity {
  try {
    return identityIn(readXml(text))
  } catch (error) {
    if (!(error instanceof SamlProblem)) throw error
    throw new ProviderProblem('invalid', `${error.problem} ${error.message}`, undefined, error)
  }
}

function identityIn(root: Element): CasIdentity {
  if (!is(root, CAS, 'serviceResponse')) reject('invalid', 'no serviceResponse')
  const [verdict, ...more] = elementsOf(root)
  if (more.length > 0) reject('invalid', 'several verdicts')
  if (!is(verdict, CAS, 'authenticationSuccess')) return reject('invalid', 'ticket refused')
  const named = childOf(verdict, CAS, 'user')
  const subject = named ? textOf(named) : ''
  if (subject === '' || subject.length > SUBJECT_MAX) reject('invalid', 'user')
  const attributes = childOf(verdict, CAS, 'attributes')
  const claims = { ...(attributes && claimsOf(attributes)), user: subject }
  const authenticationDate = attributes && elementsOf(attributes).find(one => is(one, CAS, 'authenticationDate'))
  const authTime = authenticationDate ? new Date(textOf(authenticationDate)) : undefined
  return { subject, claims, authTime: authTime && !Number.isNaN(authTime.getTime()) ? authTime : undefined }
}

/** The attributes as claims. A repeated attribute becomes a list; one with child elements is ignored. */
function claimsOf(attributes: Element): Record<string, string | string[]> {
  const pairs = elementsOf(attributes).flatMap((one): [string, string][] => (elementsOf(one).length > 0 ? [] : [[one.local, textOf(one)]]))
  const grouped = Map.groupBy(pairs, ([name]) => name)
  return Object.fromEntries(
    [...grouped].map(([name, values]) => [name, values.length === 1 ? values[0]![1] : values.map(([, value]) => value)]),
  )
}
