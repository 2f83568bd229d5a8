import { createReadStream } from 'node:fs'
import type { FileOptions } from '@hufu/contract/provisioning/sync-options'
import type { Db } from '../../../../platform/database/db.ts'
import { storeUpload, XLSX } from '../../../../platform/files/files.ts'
import { Refused, refuse } from '../../../../platform/http/refuse.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { readAnyTable, TableProblem } from '../../../../sheets/index.ts'
import type { StoredSync } from '../config.sql.ts'
import { FILE_ROWS_MAX } from './file-source.ts'
import { areOwnFiles } from './files.sql.ts'
import { sourceText } from './source-text.ts'

export interface Sent {
  path: string
  size: number
}
const READ = { encoding: 'auto', separator: 'auto', rows: FILE_ROWS_MAX } as const

/** Counts the rows of a file and returns its column titles; an unreadable or empty file is refused with the reason. */
export async function lookInto(path: string, options: Pick<FileOptions, 'encoding' | 'separator'> = READ) {
  let [rows, titles] = [0, [] as string[]]
  try {
    for await (const group of readAnyTable(createReadStream(path), { ...READ, ...options })) {
      if (group[0]) titles = Object.keys(group[0])
      rows += group.length
    }
  } catch (error) {
    throw error instanceof TableProblem ? new Refused('tableProblem', { sentence: error.sentence }) : error
  }
  if (rows === 0) refuse('tableProblem', { sentence: sourceText.file.empty })
  return { rows, titles }
}

/** Stores a file that no task uses yet. */
export async function storeSource(db: Db, kernel: Kernel, ownerId: string, fileName: string, sent: Sent): Promise<string> {
  const about = { fileName, contentType: XLSX, ownerId, purpose: 'taskInput' as const, temporary: true }
  return storeUpload(db, kernel.config.values, about, { ...sent, fileName })
}

/** Allows only files that the user has uploaded or that the task already uses. */
export async function refuseForeignFiles(
  db: Db,
  userId: string,
  { type, options }: Pick<StoredSync, 'type' | 'options'>,
  present: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (type !== 'file') return
  const { userFile, orgFile } = options as FileOptions
  const fileIds = new Set(Object.values(present))
  const named = [userFile, orgFile].flatMap(id => (id === undefined || fileIds.has(id) ? [] : [id]))
  if (!(await areOwnFiles(db, userId, named))) refuse('fileMissing')
}
