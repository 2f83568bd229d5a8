import type { FileOptions } from '@hufu/contract/provisioning/sync-options'
import { fileBytes } from '../../../../platform/files/files.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { readAnyTable, TableProblem } from '../../../../sheets/index.ts'
import { fileAge } from './files.sql.ts'
import { cutBatches, missing, SourceError, type Connection, type ObjectType, type OpenSource, type RawBatch } from './source.ts'
import { sourceText } from './source-text.ts'
import { text } from '../text.ts'

const words = sourceText.file
const TEST_ROWS = 100
export const FILE_ROWS_MAX = 500_000

/** Reads uploaded or received files: one complete list for each kind of object, with the column titles as field names. */
export const fileSource: OpenSource = (connection, kernel) => ({
  read: () => all(connection, kernel),
  async test() {
    const batches: RawBatch[] = []
    for (const objectType of kindsOf(connection)) batches.push({ objectType, rows: await firstRows(connection, kernel, objectType) })
    const count = batches.reduce((sum, { rows }) => sum + rows.length, 0)
    return { ok: true, httpStatus: null, message: count > 0 ? text.test.ok(count) : words.empty, batches }
  },
})

const kindsOf = ({ objectType }: Connection): readonly ObjectType[] => (objectType === 'all' ? ['org', 'user'] : [objectType])

async function* all(connection: Connection, kernel: Kernel): AsyncGenerator<RawBatch> {
  for (const objectType of kindsOf(connection))
    for await (const rows of rowsOf(connection, kernel, objectType)) yield* cutBatches(objectType, rows)
}

async function firstRows(connection: Connection, kernel: Kernel, objectType: ObjectType): Promise<Record<string, string>[]> {
  const first: Record<string, string>[] = []
  for await (const rows of rowsOf(connection, kernel, objectType)) {
    first.push(...rows.slice(0, TEST_ROWS - first.length))
    if (first.length >= TEST_ROWS) break
  }
  return first
}

async function* rowsOf({ options }: Connection, kernel: Kernel, objectType: ObjectType): AsyncGenerator<Record<string, string>[]> {
  const { encoding, separator, userFile, orgFile, maxAgeHours } = options as FileOptions
  const fileId = objectType === 'org' ? orgFile : userFile
  if (fileId === undefined) return missing(words.noFile[objectType])
  const { hours } = (await fileAge(kernel.db, fileId)) ?? missing(words.gone)
  if (maxAgeHours !== undefined && hours > maxAgeHours) missing(words.old(maxAgeHours))
  try {
    yield* readAnyTable(fileBytes(kernel.db, fileId), { encoding, separator, rows: FILE_ROWS_MAX })
  } catch (error) {
    throw error instanceof TableProblem ? new SourceError(error.sentence, null, error) : error
  }
}
