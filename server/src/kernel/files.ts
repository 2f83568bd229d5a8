import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Tables } from '../../migrations/tables.ts'
import type { Db } from './db.ts'
import { newSecretId } from './ids.ts'
import { refuse } from './refuse.ts'
import { Download, type UploadedFile } from './turn.ts'

const CHUNK = 256 * 1024
const NAME_MAX = 200
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

/** Controls, and the signs that make a reader see a name backwards. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Only the last part of a name counts, never hidden, and never more than 200 characters of it (T15). */
function plainName(name: string): string {
  const last = (name.split(/[/\\]/).pop() ?? '').replace(UNSEEN, '').replace(/^[.\s]+/, '')
  return [...last].slice(-NAME_MAX).join('').toWellFormed() || 'file'
}

/** Stores a stream in pieces, never whole in memory (D-51). The row is complete when this returns. */
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

export const storeUpload = (db: Db, file: NewFile, upload: UploadedFile) =>
  storeFile(db, file, createReadStream(upload.path, { highWaterMark: CHUNK }))

export const storeBytes = (db: Db, file: NewFile, bytes: Buffer) => storeFile(db, file, inPieces(bytes))

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

async function* chunked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    held.push(piece)
    length += piece.length
    if (length >= CHUNK) {
      yield Buffer.concat(held)
      held = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(held)
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
