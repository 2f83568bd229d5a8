import { createHttpSender, Unreachable } from '../../../../outside/http-sender.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import type { Metadata } from './metadata-in.ts'
import { readMetadataInWorker } from './metadata-read.ts'
import { SamlProblem } from '../problem.ts'
import { text } from '../text.ts'

export interface Source {
  url: string
  pin: string | null
}
/** Metadata as text, pasted or from a file, or the address to fetch them from. */
export interface Origin {
  metadata?: string | undefined
  source?: { url: string; pin?: string | null | undefined } | undefined
}
export interface Fetched extends Metadata {
  source: Source | null
  etag: string | null
}

/** Why metadata could not be fetched, as a message for administrators. */
export class SourceProblem extends Error {}

const TIMEOUT_MS = 10_000
const ETAG_MAX = 200
const OK = 200
const NOT_MODIFIED = 304
const headers = { accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.8', 'user-agent': 'Hufu' }

/** Fetches metadata by the rules of `createHttpSender`; undefined: not modified. */
export async function fetchMetadata(kernel: Kernel, source: Source, etagBefore?: string | null): Promise<Fetched | undefined> {
  const send = createHttpSender({ withLoopback: kernel.settings.allowLoopback, timeoutMs: TIMEOUT_MS })
  const response = await send(new URL(source.url), {
    method: 'GET',
    headers: { ...headers, ...(etagBefore && { 'if-none-match': etagBefore }) },
  }).catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error
    throw new SourceProblem(unreachable(error.message), { cause: error })
  })
  if (response.status === NOT_MODIFIED && etagBefore) return undefined
  if (response.status !== OK) throw new SourceProblem(text.source.status(response.status))
  const etag = response.headers?.etag
  const read = await readMetadataInWorker({ text: response.text, now: kernel.now(), pin: source.pin })
  return { ...read, source, etag: typeof etag === 'string' && etag.length <= ETAG_MAX ? etag : null }
}

const unreachable = (why: string) =>
  why === 'address refused' ? text.source.refused : why === 'answer too large' ? text.source.large : text.source.unreachable

/** The message for administrators; undefined: the error is a defect. */
export function wordsOf(error: unknown): string | undefined {
  if (error instanceof SourceProblem) return error.message
  if (!(error instanceof SamlProblem)) return undefined
  const { problem, message } = error
  const why = (['several', 'notMetadata', 'noServiceProvider'] as const).find(name => name === message)
  if (why) return text.refused[why]
  if (problem === 'acsUnknown') return text.refused.noAcs
  if (problem === 'expired') return text.refused.over
  if (problem === 'signatureMissing') return text.source.unsigned
  return problem === 'signatureBad' || problem === 'algorithm' ? text.source.pin : text.refused.unreadable(message || problem)
}

/** Fetches or reads metadata; a failure is refused with a message for the administrator. */
export async function metadataFrom(kernel: Kernel, { metadata, source }: Origin): Promise<Fetched> {
  try {
    if (source) return (await fetchMetadata(kernel, { url: source.url, pin: pinOf(source.pin) }))!
    return { ...(await readMetadataInWorker({ text: metadata ?? '', now: kernel.now(), pin: null })), source: null, etag: null }
  } catch (error) {
    const why = wordsOf(error)
    if (why === undefined) throw error
    return refuse('samlProblem', { why })
  }
}

const pinOf = (pin: string | null | undefined) => pin?.replace(/[: ]/g, '').toLowerCase() ?? null
