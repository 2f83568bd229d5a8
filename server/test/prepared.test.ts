import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planAnew } from '../src/platform/database/db.ts'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('repeated statements are prepared once per connection; those to be planned anew, and those without parameters, are not', async () => {
  await server.kernel.db.connection().execute(async db => {
    for (let n = 0; n < 6; n++) {
      await sql`select 'often', ${n}::int`.execute(db)
      await sql`select ${planAnew} 'anew', ${n}::int`.execute(db)
      await sql`select 'bare'`.execute(db)
    }
    await sql`select 'once', ${1}::int`.execute(db)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
    const statements = rows.map(row => row.statement)
    const times = (word: string) => statements.filter(text => text.includes(`'${word}'`)).length
    expect(['often', 'anew', 'bare', 'once'].map(times)).toEqual([1, 0, 0, 0])
  })
})
