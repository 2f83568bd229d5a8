import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel.ts'

const servers = new WeakMap<Kernel, Server>()
export const answersAt = (kernel: Kernel, server: Server): void => {
  servers.set(kernel, server)
}

/**
 * Where people and applications reach this server: as it was set, else where it listens; undefined while it does not. Never
 * from what a caller says: whoever could name it could have tokens made out to themselves.
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
 * The address the caller's browser shows: the public one where it is set, else what the request asks for over plain
 * HTTP. Forwarded headers of a proxy are never read for it.
 */
export const siteOrigin = ({ settings }: Pick<Kernel, 'settings'>, { headers }: Pick<FastifyRequest, 'headers'>): string =>
  settings.publicUrl ? new URL(settings.publicUrl).origin : `http://${headers.host ?? ''}`

/** Whether browsers reach this server over TLS, which only a proxy in front can give. */
export const isSecure = ({ settings }: Pick<Kernel, 'settings'>): boolean => settings.publicUrl.startsWith('https:')
