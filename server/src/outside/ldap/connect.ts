import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isAllowedAddress } from '../address.ts'
import { checkedLookup, Unreachable } from '../http-sender.ts'
import { startTls } from './start-tls.ts'

export interface LdapServer {
  host: string
  port: number
  security: 'ldaps' | 'startTls' | 'none'
  /** PEM, trusted instead of the system's authorities. */
  ca?: string | undefined
}
export interface LdapLimits {
  withLoopback: boolean
  /** For connecting, and for each later request, in milliseconds. */
  timeoutMs: number
}

/** A socket to a directory, encrypted unless configured otherwise; its address is checked like all others. Throws Unreachable. */
export async function connectLdap(server: LdapServer, limits: LdapLimits): Promise<Socket> {
  const { host, port, security } = server
  if (isIP(host) && !isAllowedAddress(host, limits.withLoopback)) throw new Unreachable('address refused')
  const plain = connectPlain({ host, port, lookup: checkedLookup(limits.withLoopback), noDelay: true })
  const clock = setTimeout(() => plain.destroy(timedOut()), limits.timeoutMs)
  try {
    await ready(plain, 'connect', plain)
    if (security === 'none') return plain
    if (security === 'startTls') await startTls(plain)
    return await encrypted(plain, server)
  } catch (error) {
    plain.on('error', () => undefined).destroy()
    throw error instanceof Unreachable ? error : new Unreachable(codeOf(error), { cause: error })
  } finally {
    clearTimeout(clock)
  }
}

export const timedOut = (): Error => Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })
export const codeOf = (error: unknown): string => (error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown')

/** The certificate is always verified, against the name in the address. */
async function encrypted(plain: Socket, { host, ca }: LdapServer): Promise<Socket> {
  const secured = connectTls({ socket: plain, host, minVersion: 'TLSv1.2', ...(!isIP(host) && { servername: host }), ...(ca && { ca }) })
  plain.on('error', error => secured.destroy(error)).on('close', () => secured.destroy())
  await ready(secured, 'secureConnect', plain).catch((error: unknown) => {
    throw codeOf(error) === 'ECONNRESET' ? new Unreachable('not TLS') : error
  })
  return secured
}

/** `below` is the socket the timeout destroys. */
const ready = async (socket: Socket, event: 'connect' | 'secureConnect', below: Socket) =>
  new Promise<void>((done, fail) => {
    const closed = () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    socket.once('error', fail)
    below.once('error', fail).once('close', closed)
    socket.once(event, () => {
      socket.off('error', fail)
      below.off('error', fail).off('close', closed)
      done()
    })
  })
