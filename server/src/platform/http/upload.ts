import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { plainName } from '../files/file-name.ts'
import { newId } from '../database/ids.ts'
import { refuse } from './refuse.ts'
import type { UploadedFile } from './context.ts'

interface Received {
  file: UploadedFile
  fields: Record<string, string>
  clear(): Promise<void>
}

const FIELD_BYTES = 4096

/** Writes the part `file` to disk, so that a slow sender holds neither memory nor a transaction. */
export async function receive(request: FastifyRequest, maxBytes: number): Promise<Received> {
  const folder = await mkdtemp(join(tmpdir(), 'hufu-upload-'))
  const clear = () => rm(folder, { recursive: true, force: true })
  try {
    const fields: Record<string, string> = {}
    let file: UploadedFile | undefined
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: FIELD_BYTES, parts: 11 } })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string' && part.value !== '') fields[part.fieldname] = part.value
        continue
      }
      const path = join(folder, newId())
      await pipeline(part.file, createWriteStream(path))
      if (part.file.truncated) refuse('fileTooLarge')
      if (part.fieldname === 'file') file = { path, fileName: plainName(part.filename ?? ''), size: part.file.bytesRead }
    }
    return { file: file ?? refuse('fileMissingPart'), fields, clear }
  } catch (error) {
    await clear()
    throw error
  }
}
