import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Connection } from '../src/platform/database/db.ts'

export interface SilentProxy {
  /** The connection to the same database through the proxy. */
  connection: Connection
  /** Swallows all bytes from now on, on existing and new connections, without closing any. */
  fallSilent(): void
  /** Serves new connections again; those that were silenced stay dead, as behind a firewall that forgot them. */
  speak(): void
  /** The number of silenced connections that the server has not closed yet. */
  abandoned(): number
  close(): Promise<void>
}

function targetOf({ url, host, port, user }: Connection): { path: string } | { host: string; port: number; user?: string } {
  if (!url) return { path: join(host!, `.s.PGSQL.${port}`), ...(user && { user }) }
  const parsed = new URL(url)
  const folder = parsed.searchParams.get('host')
  const at = Number(parsed.port || 5432)
  return folder ? { path: join(folder, `.s.PGSQL.${at}`) } : { host: parsed.hostname, port: at }
}

/** A proxy between a server and its database that can stop forwarding. */
export async function openSilentProxy(connection: Connection, port = 0): Promise<SilentProxy> {
  let isSilent = false
  const sockets = new Set<Socket>()
  const dead = new Set<Socket>()
  const server = createServer(near => {
    sockets.add(near)
    const far = connect(targetOf(connection))
    const forward = (from: Socket, to: Socket) => from.on('data', bytes => dead.has(near) || to.write(bytes))
    forward(near, far)
    forward(far, near)
    if (isSilent) dead.add(near)
    const end = (other: Socket) => () => {
      sockets.delete(near)
      dead.delete(near)
      other.destroy()
    }
    near.on('error', () => undefined).on('close', end(far))
    // Connections that the database closes during the silence stay open on this side.
    far.on('error', () => undefined).on('close', () => dead.has(near) || near.destroy())
  })
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  const user = connection.url ? new URL(connection.url).username : connection.user
  const proxied: Connection = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    ...(user && { user }),
    ...(connection.database && { database: connection.database }),
  }
  return {
    connection: proxied,
    fallSilent: () => {
      isSilent = true
      for (const socket of sockets) dead.add(socket)
    },
    speak: () => {
      isSilent = false
    },
    abandoned: () => dead.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}
