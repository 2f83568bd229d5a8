import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kernel } from './kernel.ts'

const servers = new WeakMap<Kernel, Server>()
export const answersAt = (kernel: Kernel, server: Server): void => {
  servers.set(kernel, server)
}

/**
 * Where people and applications reach this server: as it was set, else where it listens; undefined while it does not. Never
 * from what a caller says: whoever could name it could have tokens made out to himself.
 */
export function originOf(kernel: Kernel): string | undefined {
  const { publicUrl, host } = kernel.settings
  if (publicUrl) return new URL(publicUrl).origin
  const address = servers.get(kernel)?.address() as AddressInfo | null | undefined
  if (!address) return undefined
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${address.port}`
}
