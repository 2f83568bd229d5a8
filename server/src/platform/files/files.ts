import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import type { ConfigValues } from '../config/config-catalog.ts'
import type { Db } from '../database/db.ts'
import { plainName } from './file-name.ts'
import { newSecretId } from '../database/ids.ts'
import { refuse } from '../http/refuse.ts'
import { Download, type UploadedFile } from '../http/context.ts'

const CHUNK = 256 * 1024
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface NewFile {
  fileName: string
  contentType: string
  ownerId: string
  purpose: Tables['file']['purpose']
  public?: boolean
  temporary?: boolean
}

export interface StoredFile {
  id: string
  fileName: string
  fileSize: number
  contentType: string
  createTime: string
  public: boolean
  purpose: NewFile['purpose']
  ownerId: string
}

/** Stores a stream in pieces, never whole in memory. The row is complete when this returns. */
export async function storeFile(db: Db, file: NewFile, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const id = newSecretId()
  const { fileName, temporary = false, ...rest } = file
  await db
    .insertInto('file')
    .values({ id, fileName: plainName(fileName), fileSize: 0, sha256: '', temporary: true, ...rest })
    .execute()
  const digest = createHash('sha256')
  let size = 0
  let n = 0
  for await (const chunk of chunked(bytes)) {
    digest.update(chunk)
    size += chunk.length
    await db.insertInto('fileChunk').values({ fileId: id, n: n++, bytes: chunk }).execute()
  }
  await db
    .updateTable('file')
    .set({ fileSize: size, sha256: digest.digest('hex'), temporary })
    .where('id', '=', id)
    .execute()
  return id
}

type Quota = Pick<ConfigValues, 'fileUserMegabytes' | 'fileTotalMegabytes'>
const MEGABYTE = 1024 * 1024

/** Refuses an upload if the user's files, or all files together, would exceed the limits of the settings; 0 is no limit. */
async function refuseBeyond(db: Db, { fileUserMegabytes, fileTotalMegabytes }: Quota, ownerId: string, more: number): Promise<void> {
  // Serialises uploads, so that each sees the others: of everybody if the total is limited, else of one user.
  await sql`select pg_advisory_xact_lock(7345, ${fileTotalMegabytes > 0 ? 0 : sql`hashtext(${ownerId})`})`.execute(db)
  const { rows } = await sql<{ own: number; total: number }>`select
    (select coalesce(sum(file_size), 0)::bigint from file where owner_id = ${ownerId} and purpose <> 'taskResult') as own,
    (select coalesce(sum(file_size), 0)::bigint from file where purpose <> 'taskResult') as total`.execute(db)
  const { own, total } = rows[0]!
  if (fileUserMegabytes > 0 && own + more > fileUserMegabytes * MEGABYTE) refuse('fileQuotaReached', { megabytes: fileUserMegabytes })
  if (fileTotalMegabytes > 0 && total + more > fileTotalMegabytes * MEGABYTE) refuse('fileSpaceReached')
}

/** Stores an uploaded file within the quotas; runs in a transaction. */
export async function storeUpload(db: Db, quota: Quota, file: NewFile, upload: UploadedFile): Promise<string> {
  await refuseBeyond(db, quota, file.ownerId, upload.size)
  return storeFile(db, file, createReadStream(upload.path, { highWaterMark: CHUNK }))
}

export async function storeBytes(db: Db, quota: Quota, file: NewFile, bytes: Buffer): Promise<string> {
  await refuseBeyond(db, quota, file.ownerId, bytes.length)
  return storeFile(db, file, inChunks(bytes))
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

async function* chunked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    chunks.push(piece)
    length += piece.length
    if (length >= CHUNK) {
      yield Buffer.concat(chunks)
      chunks = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(chunks)
}

export async function* fileBytes(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const chunk = await db.selectFrom('fileChunk').select('bytes').where('fileId', '=', id).where('n', '=', n).executeTakeFirst()
    if (!chunk) return
    yield chunk.bytes
  }
}

export async function findFile(db: Db, id: string): Promise<StoredFile> {
  const row = await db
    .selectFrom('file')
    .select(['id', 'fileName', 'fileSize', 'contentType', 'createTime', 'public', 'purpose', 'ownerId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? refuse('fileMissing')
}

export const downloadOf = (db: Db, file: StoredFile, inline = false): Download =>
  new Download({ fileName: file.fileName, contentType: file.contentType, size: file.fileSize, bytes: fileBytes(db, file.id), inline })
