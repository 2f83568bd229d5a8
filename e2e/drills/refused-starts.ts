import { createServer, type AddressInfo } from 'node:net'
import { freePort, openDatabase, startNode } from './node-process.ts'
import { refusedStart, isOnlyLine } from './refused-start.ts'

/** A port in use, data of a newer version, or a missing database: each is reported in one sentence. */
export async function refusedStarts(databaseUrl: string, { isAway }: { isAway: boolean }) {
  const node = await startNode(databaseUrl)
  await node.stop('SIGTERM')
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise(done => taken.once('listening', done))
  const { port } = taken.address() as AddressInfo
  const portRefusal = await refusedStart({ DATABASE_URL: databaseUrl, HUFU_PORT: String(port) })
  taken.close()
  const database = await openDatabase(databaseUrl)
  await database.pool.query("insert into schema_step (name, timestamp) values ('9999-later', now()::text)")
  const schemaRefusal = await refusedStart({ DATABASE_URL: databaseUrl })
  await database.pool.query("delete from schema_step where name = '9999-later'")
  await database.close()
  const address = `127.0.0.1:${await freePort()}`
  const databaseRefusal = isAway ? await refusedStart({ DATABASE_URL: `postgres://hufu:topsecret@${address}/hufu` }) : undefined
  await node.start()
  await node.stop('SIGTERM')
  return {
    portTaken: isOnlyLine(portRefusal, new RegExp(`的端口 ${port} 已被占用`)),
    newerSchema: isOnlyLine(schemaRefusal, /数据库的结构比此程序新.*9999-later/),
    ...(databaseRefusal && {
      unreachable:
        isOnlyLine(databaseRefusal, new RegExp(`无法连接数据库 ${address}/hufu`)) && !databaseRefusal.lines.join().includes('topsecret'),
      waitedMs: databaseRefusal.ms,
    }),
  }
}
