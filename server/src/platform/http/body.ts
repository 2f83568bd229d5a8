import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused, refuse } from './refuse.ts'
import { plainName } from '../files/file-name.ts'
import { newId } from '../database/ids.ts'
import type { UploadedFile } from './context.ts'

const DEPTH_MAX = 40
/**
 * Reads JSON bodies as fastify does (no key may reach a prototype), and refuses deep nesting, which would overflow recursive
 * readers, and duplicate keys, which two parsers may read differently.
 */
export function readJsonBodies(app: FastifyInstance, type = 'application/json'): void {
  // The parser's type allows a promise, but it calls `done` synchronously.
  const parse = app.getDefaultJsonParser('error', 'error') as (
    request: FastifyRequest,
    text: string,
    done: (error: Error | null, value?: unknown) => void,
  ) => void
  app.addContentTypeParser(type, { parseAs: 'string' }, (request, text, done) => {
    // A client that always sends the header has no body for a call that takes none.
    if (text === '' && !takesBody(request)) return done(null, undefined)
    const members = membersIn(text as string)
    if (members === undefined) return done(new Refused('unreadable', {}))
    parse(request, text as string, (error, value: unknown) => {
      if (error === null && membersOf(value) !== members) done(new Refused('unreadable', {}))
      else done(error, value)
    })
  })
}

/** Routes without a call, such as those of the protocols, read their bodies themselves. */
const takesBody = ({ routeOptions: { config } }: FastifyRequest): boolean => config.call === undefined || config.call.body !== undefined

const code = (sign: string) => sign.charCodeAt(0)
const QUOTE = code('"')
const COLON = code(':')
const BACKSLASH = code('\\')
const OBJECT = code('{')
const OBJECT_END = code('}')
const LIST = code('[')
const LIST_END = code(']')

/** The number of `key: value` members in the text: its colons outside strings. Undefined if the nesting is too deep. */
export function membersIn(text: string): number | undefined {
  let members = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at + 1)
    else if (sign === COLON) members++
    else if (sign === OBJECT || sign === LIST) {
      if (++depth > DEPTH_MAX) return undefined
    } else if (sign === OBJECT_END || sign === LIST_END) depth--
  }
  return members
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) return at
    if (sign === BACKSLASH) at++
  }
  return text.length
}

/** The number of members after parsing, where duplicate keys count once. */
export function membersOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + membersOf(item), 0)
  const items = Object.values(value)
  return items.reduce<number>((sum, item) => sum + membersOf(item), items.length)
}

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
