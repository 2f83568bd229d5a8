import { createHash } from 'node:crypto'
import type { Caller } from '../caller.ts'
import { invalid } from './problem.ts'
import { text } from '../text.ts'

export const CURSOR_SECONDS = 3600

/** The last row of a page; the next page begins after it. */
export interface Position {
  key: string
  id: string
}
interface Sealed extends Position {
  client: string
  /** The `hashOf` of the list parameters. */
  asked: string
  until: number
}

/** Digest of the parameters that must stay the same on all pages of one cursor walk. */
export const hashOf = (query: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(query)).digest('base64url')

export function sealCursor({ kernel, client }: Pick<Caller, 'kernel' | 'client'>, position: Position, queryHash: string): string {
  const sealed: Sealed = { ...position, client: client.id, asked: queryHash, until: kernel.now().getTime() + CURSOR_SECONDS * 1000 }
  return Buffer.from(kernel.keys.sealToken(JSON.stringify(sealed))).toString('base64url')
}

export function openCursor({ kernel, client }: Pick<Caller, 'kernel' | 'client'>, cursor: string, queryHash: string): Position {
  const sealed = opened(kernel, cursor)
  if (!sealed || sealed.client !== client.id || sealed.asked !== queryHash) return invalid(text.cursorWrong, 'invalidCursor')
  return sealed.until < kernel.now().getTime() ? invalid(text.cursorOver, 'expiredCursor') : sealed
}

function opened({ keys }: Caller['kernel'], cursor: string): Sealed | undefined {
  try {
    return JSON.parse(keys.openToken(Buffer.from(cursor, 'base64url').toString())) as Sealed
  } catch {
    return undefined
  }
}
