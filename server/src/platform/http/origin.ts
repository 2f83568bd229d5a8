import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel.ts'

const servers = new WeakMap<Kernel, Server>()
export const answersAt = (kernel: Kernel, server: Server): void => {
  servers.set(kernel, server)
}

/**
 * The origin under which users and applications reach this server: the configured one, else the one it listens on; undefined while
 * it does not listen. Never taken from the request, because a caller could then have tokens issued for an address of theirs.
 */
export function originOf(kernel: Kernel): string | undefined {
  const { publicUrl, host } = kernel.settings
  if (publicUrl) return new URL(publicUrl).origin
  const address = servers.get(kernel)?.address() as AddressInfo | null | undefined
  if (!address) return undefined
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${address.port}`
}

/**
 * The origin in the caller's browser: the configured public one, else the Host header over plain HTTP. A proxy's forwarded headers
 * are not used.
 */
export const siteOrigin = ({ settings }: Pick<Kernel, 'settings'>, { headers }: Pick<FastifyRequest, 'headers'>): string =>
  settings.publicUrl ? new URL(settings.publicUrl).origin : `http://${headers.host ?? ''}`

/** Whether browsers reach this server over TLS, which only a proxy in front of it can provide. */
export const isSecure = ({ settings }: Pick<Kernel, 'settings'>): boolean => settings.publicUrl.startsWith('https:')
