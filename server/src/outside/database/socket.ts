import { isIP, Socket, type SocketConnectOpts } from 'node:net'
import { isAllowedAddress } from '../address.ts'
import { checkedLookup, Unreachable } from '../http-sender.ts'

/** A socket whose address is checked like all others (T23), for a driver that connects it itself. */
export class CheckedSocket extends Socket {
  readonly #withLoopback: boolean

  constructor(withLoopback: boolean) {
    super()
    this.#withLoopback = withLoopback
  }

  connectChecked(host: string, port: number): this {
    if (isIP(host) && !isAllowedAddress(host, this.#withLoopback)) {
      this.destroy(new Unreachable('address refused'))
      return this
    }
    const options: SocketConnectOpts = { host, port, lookup: checkedLookup(this.#withLoopback) }
    return super.connect(options)
  }

  /** The signature `pg` uses. */
  override connect(...args: unknown[]): this {
    return this.connectChecked(String(args[1]), Number(args[0]))
  }
}
