import { randomBytes } from 'node:crypto'
import { openPool, type Connection } from '../../server/src/platform/database/db.ts'
import { at, dropDatabase } from '../../server/test/database.ts'

/** Databases for servers that are processes of their own. */
export function ownDatabases(connection: Connection) {
  const made: string[] = []
  const maker = openPool(connection, 1)
  const from = async (template: string): Promise<string> => {
    const name = `d_${randomBytes(6).toString('hex')}`
    await maker.query(`create database ${name} template ${template} strategy file_copy`)
    made.push(name)
    const { url, host, port, user } = at(connection, name)
    return url ?? `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host!)}`
  }
  return {
    /** Creates a database with the tables of the product; returns its DATABASE_URL. */
    make: () => from('hufu_template'),
    /** Creates a database without tables. */
    bare: () => from('template0'),
    drop: async (): Promise<void> => {
      for (const name of made) await dropDatabase(maker, name)
      await maker.end()
    },
  }
}
