import type { DatabaseOptions } from '@hufu/contract/provisioning/sync-options'
import { DatabaseRefusal, type DatabaseServer, type DatabaseSession } from '../../../../outside/database/database.ts'
import { openMysql } from '../../../../outside/database/mysql.ts'
import { openPostgres } from '../../../../outside/database/postgres.ts'
import { Unreachable } from '../../../../outside/http-sender.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { databaseIdentity } from './database-identity.sql.ts'
import { sentenceOf } from './http-client.ts'
import { LatestChange, withOverlap } from './latest-change.ts'
import { cutBatches, missing, SourceError, type Connection, type ObjectType, type OpenSource, type RawBatch } from './source.ts'
import { sourceText } from './source-text.ts'
import { text } from '../text.ts'

const words = sourceText.database
const TIMEOUT_MS = 60_000
const TEST_TIMEOUT_MS = 10_000
const TEST_ROWS = 100
/** One row more than a run accepts, so that too many rows are noticed and not cut off. */
const ROWS_MAX = 500_001
const COLUMNS_MAX = 200
const VALUE_MAX = 10_000
const PORTS = { postgresql: 5432, mysql: 3306 } as const

/** Reads one table or view for each kind of object, and of it only the columns that the mapping names. */
export const databaseSource: OpenSource = (connection, kernel) => ({
  read: () => all(connection, kernel, { timeoutMs: TIMEOUT_MS, most: ROWS_MAX }),
  ...((connection.options as DatabaseOptions).updatedColumn && {
    changes: watermark => all(connection, kernel, { timeoutMs: TIMEOUT_MS, most: ROWS_MAX, watermark }),
  }),
  async test() {
    const batches: RawBatch[] = []
    for await (const batch of all(connection, kernel, { timeoutMs: TEST_TIMEOUT_MS, most: TEST_ROWS })) batches.push(batch)
    const count = batches.reduce((sum, { rows }) => sum + rows.length, 0)
    return { ok: true, httpStatus: null, message: count > 0 ? text.test.ok(count) : words.empty, batches }
  },
})

async function* all(
  connection: Connection,
  kernel: Kernel,
  { timeoutMs, most, watermark }: { timeoutMs: number; most: number; watermark?: string },
): AsyncGenerator<RawBatch> {
  const { settings } = kernel
  const { updatedColumn } = connection.options as DatabaseOptions
  const latest = new LatestChange(kernel.now(), watermark)
  const [open, server] = serverOf(connection)
  const relations = relationsOf(connection)
  let session: DatabaseSession | undefined
  try {
    session = await open(server, { withLoopback: settings.allowLoopback, timeoutMs })
    if (await session.isSame(() => databaseIdentity(kernel.db))) throw new SourceError(words.own)
    for (const { objectType, relation } of relations) {
      const column = objectType === 'user' ? updatedColumn : undefined
      const columns = columnsOf(await session.columns(relation), connection.paths, relation, column)
      const since = column !== undefined && watermark !== undefined ? { column, value: withOverlap(watermark) } : undefined
      for await (const rows of session.rows(relation, columns, { most, since })) {
        for (const row of rows) refuseLarge(row)
        if (column !== undefined) for (const row of rows) latest.take(row[column])
        yield* cutBatches(objectType, rows, column === undefined ? undefined : latest.value)
      }
    }
  } catch (error) {
    throw errorOf(error)
  } finally {
    await session?.close()
  }
}

function serverOf({ url, secret, options }: Connection): [typeof openPostgres, DatabaseServer] {
  const { user, security, ca } = options as DatabaseOptions
  const [, scheme, host, port, database] =
    /^(postgresql|mysql):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:\\]+)(?::(\d{1,5}))?\/([^\s/?#]{1,63})$/i.exec(url?.trim() ?? '') ?? []
  if (scheme === undefined || host === undefined || database === undefined) throw new SourceError(words.address)
  const kind = scheme.toLowerCase() as keyof typeof PORTS
  const number = port === undefined ? PORTS[kind] : Number(port)
  if (number < 1 || number > 65_535) throw new SourceError(words.address)
  if (secret === '') throw new SourceError(words.noPassword)
  const server = {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    database: decodeURIComponent(database),
    user,
    password: secret,
    tls: security === 'tls',
    ca,
  }
  return [kind === 'mysql' ? openMysql : openPostgres, server]
}

function relationsOf({ objectType, options }: Connection): { objectType: ObjectType; relation: string }[] {
  const { userTable, orgTable } = options as DatabaseOptions
  const wanted = (['org', 'user'] as const).filter(kind => objectType === 'all' || objectType === kind)
  return wanted.map(kind => ({ objectType: kind, relation: (kind === 'org' ? orgTable : userTable) ?? missing(words.noTable[kind]) }))
}

/** The columns that mapped paths begin with; all columns if nothing is mapped yet. */
function columnsOf(found: readonly string[], paths: readonly string[], relation: string, also?: string): string[] {
  if (found.length === 0) throw new SourceError(words.noRelation(relation))
  if (also !== undefined && !found.includes(also)) throw new SourceError(words.noUpdatedColumn(also))
  const read = paths.length === 0 ? found : found.filter(column => column === also || paths.some(path => isOf(column, path)))
  if (read.length === 0) throw new SourceError(words.noColumn(relation))
  if (read.length > COLUMNS_MAX) throw new SourceError(words.tooManyColumns(COLUMNS_MAX))
  return [...read]
}
const isOf = (column: string, path: string) => path === column || path.startsWith(`${column}.`) || path.startsWith(`${column}[`)

function refuseLarge(row: Readonly<Record<string, unknown>>): void {
  for (const [column, value] of Object.entries(row))
    if ((typeof value === 'string' && value.length > VALUE_MAX) || (value instanceof Uint8Array && value.length > VALUE_MAX))
      throw new SourceError(words.largeValue(column))
}

const REFUSALS: readonly [RegExp, string][] = [
  [/^(28|ER_ACCESS_DENIED|ER_DBACCESS_DENIED)/, words.credentials],
  [/^(3D000|ER_BAD_DB_ERROR)/, words.noDatabase],
  [/^(42501|ER_TABLEACCESS_DENIED|ER_COLUMNACCESS_DENIED)/, words.noRight],
  [/^(42P01|42703|ER_NO_SUCH_TABLE|ER_BAD_FIELD_ERROR)/, words.changed],
  [/^(57014|ER_STATEMENT_TIMEOUT|ER_QUERY_TIMEOUT|ERROR_1969|PROTOCOL_SEQUENCE_TIMEOUT)/, text.source.tooSlow],
  [/^(53300|ER_CON_COUNT_ERROR|ER_TOO_MANY_USER_CONNECTIONS)/, words.busy],
]

/** Turns an error that ends a read into a sentence without hosts, accounts or the database's own message. */
function errorOf(error: unknown): unknown {
  if (error instanceof DatabaseRefusal) {
    const found = REFUSALS.find(([codes]) => codes.test(error.code))
    return new SourceError(found?.[1] ?? words.refused(error.code.slice(0, 40)), null, error)
  }
  if (!(error instanceof Unreachable)) return error
  const { message } = error
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(message)) return new SourceError(sourceText.ldap.certificate, null, error)
  if (/does not support (SSL|secure)|HANDSHAKE_NO_SSL/i.test(message)) return new SourceError(words.noTls, null, error)
  if (/timeout/i.test(message)) return new SourceError(text.source.tooSlow, null, error)
  return new SourceError(sentenceOf(message), null, error)
}
