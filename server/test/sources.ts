import type { SourceType } from '@hufu/contract/provisioning/sync-options'
import type { Connection, RawBatch, RawRow, Source } from '../src/domains/provisioning/sync/sources/source.ts'
import { openSource, readOptions } from '../src/domains/provisioning/sync/sources/sources.ts'
import type { Kernel } from '../src/platform/kernel.ts'

/** A source as a run opens it; its address may be on this machine unless `isNear` is false. */
export function openTestSource(type: SourceType, { options, isNear = true, ...more }: Partial<Connection> & { isNear?: boolean }): Source {
  const settings = { allowLoopback: isNear, mockProviders: isNear }
  const connection = { objectType: 'all', url: null, method: 'GET', headers: {}, secret: '', paths: [], ...more } as const
  return openSource({ ...connection, type, options: readOptions(type, options) }, { settings, now: () => new Date() } as Kernel)
}

export interface Rows {
  org: RawRow[]
  user: RawRow[]
}
export async function rowsOf(batches: AsyncIterable<RawBatch> | readonly RawBatch[]): Promise<Rows> {
  const rows: Rows = { org: [], user: [] }
  for await (const batch of batches) rows[batch.objectType].push(...batch.rows)
  return rows
}

/** The sentence of the error that the read ends with. */
export async function errorOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    return (error as { sentence?: string }).sentence ?? `no sentence: ${String(error)}`
  }
  return 'no error'
}
