import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { BerReader, BerWriter, PresenceFilter } from 'ldapts'
import { LdapSession } from './session.ts'

const [BIND, SEARCH, START_TLS] = [0x60, 0x63, 0x77]
const [BIND_DONE, ENTRY, SEARCH_DONE, EXTENDED_DONE] = [0x61, 0x64, 0x65, 0x78]
const PAGED = '1.2.840.113556.1.4.319'

/** A directory that answers each request with the given bytes, which may hold several messages. */
const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})
async function directory(answer: (id: number, operation: number) => Buffer | undefined): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => undefined))
    socket.on('data', data => {
      const reader = new BerReader(data as Buffer)
      reader.readSequence()
      const id = reader.readInt()!
      const bytes = answer(id, reader.peek()!)
      if (bytes) socket.write(bytes)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  open.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

function message(id: number, operation: number, write: (writer: BerWriter) => void, controls?: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(operation)
  write(writer)
  writer.endSequence()
  controls?.(writer)
  writer.endSequence()
  return writer.buffer
}
const done = (id: number, operation: number, cookie?: string) =>
  message(
    id,
    operation,
    writer => {
      writer.writeEnumeration(0)
      writer.writeString('')
      writer.writeString('')
    },
    cookie === undefined
      ? undefined
      : writer => {
          const value = new BerWriter()
          value.startSequence()
          value.writeInt(0)
          value.writeString(cookie)
          value.endSequence()
          writer.startSequence(0xa0)
          writer.startSequence()
          writer.writeString(PAGED)
          writer.writeBuffer(value.buffer, 0x04)
          writer.endSequence()
          writer.endSequence()
        },
  )
const entry = (id: number, name: string) =>
  message(id, ENTRY, writer => {
    writer.writeString(name)
    writer.startSequence()
    writer.endSequence()
  })

const near = { withLoopback: true, timeoutMs: 2000 }
const at = async (port: number, limits = near) => LdapSession.open({ host: '127.0.0.1', port, security: 'none' }, limits)
const search = { base: 'dc=x', filter: new PresenceFilter({ attribute: 'cn' }), attributes: ['cn'], pageSize: 10 }

test('0069 an empty page is not the last one if the directory gives a cookie for the next', async () => {
  const pages: [string[], string][] = [[['cn=a'], 'one'], [[], 'two'], [['cn=b'], '']] // prettier-ignore
  let page = 0
  const port = await directory((id, operation) => {
    if (operation === BIND) return done(id, BIND_DONE)
    if (operation !== SEARCH) return undefined
    const [names, cookie] = pages[page++]!
    return Buffer.concat([...names.map(name => entry(id, name)), done(id, SEARCH_DONE, cookie)])
  })
  const session = await at(port)
  await session.bind('cn=reader', 'secret')
  const names: string[] = []
  for (let cookie: Buffer | undefined, first = true; first || cookie; first = false) {
    const read = await session.page(search, cookie)
    names.push(...read.entries.map(({ name }) => name))
    cookie = read.cookie
  }
  session.close()
  expect(names).toEqual(['cn=a', 'cn=b'])
})

test('0069 bytes sent together with the answer to StartTLS end the connection', async () => {
  const port = await directory((id, operation) =>
    operation === START_TLS ? Buffer.concat([done(id, EXTENDED_DONE), done(2, BIND_DONE).subarray(0, 5)]) : undefined,
  )
  await expect(LdapSession.open({ host: '127.0.0.1', port, security: 'startTls' }, near)).rejects.toThrow('injected')
})

test('0069 an empty password is never sent, and nothing a directory sends ends the server', async () => {
  const quiet = await directory(() => undefined)
  const session = await at(quiet)
  await expect(session.bind('cn=reader', '')).rejects.toMatchObject({ code: 49 })
  session.close()
  const answers = [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), Buffer.from('3084ffffffff0201', 'hex'), Buffer.from('30800000', 'hex'), message(0, EXTENDED_DONE, writer => writer.writeEnumeration(52))] // prettier-ignore
  for (const bytes of answers) {
    const odd = await at(await directory(() => bytes), { ...near, timeoutMs: 300 })
    await expect(odd.bind('cn=reader', 'secret'), bytes.toString('hex')).rejects.toThrow(/not LDAP|ECONNRESET|ETIMEDOUT/)
  }
})

test('T23 a directory that does not answer times out', async () => {
  const session = await at(await directory(() => undefined), { ...near, timeoutMs: 50 })
  await expect(session.bind('cn=reader', 'secret')).rejects.toThrow('ETIMEDOUT')
  await expect(session.page(search)).rejects.toThrow('ETIMEDOUT')
})
