import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Connection } from '../src/platform/database/db.ts'

/** A port in front of PostgreSQL that a test can close. */
export async function portTo(connection: Connection) {
  const url = connection.url === undefined ? undefined : new URL(connection.url)
  const port = Number(url ? url.port || 5432 : connection.port)
  const host = url ? (url.searchParams.get('host') ?? url.hostname) : connection.host!
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const through = new Set<Socket>()
  const server = createServer(here => {
    const there = connect(target)
    for (const socket of [here, there])
      through.add(socket.on('error', () => undefined).on('close', () => [here, there].forEach(one => one.destroy())))
    here.pipe(there).pipe(here)
  })
  const open = async (port = 0) => {
    if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
  }
  await open()
  const { port: own } = server.address() as AddressInfo
  if (url) {
    url.searchParams.delete('host')
    ;[url.hostname, url.port] = ['127.0.0.1', String(own)]
  }
  return {
    connection: url ? { url: url.href } : { ...connection, host: '127.0.0.1', port: own },
    open: () => open(own),
    shut: () => {
      server.close()
      for (const socket of through) socket.destroy()
    },
  }
}
