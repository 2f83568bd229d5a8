import { mkdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const MEMORY = '/dev/shm'
const MEMORY_NEEDED = 4 * 1024 ** 3

/** A folder in memory if there is room: a database has some thousand files, and the tests create and drop hundreds of databases. */
export async function fastFolder(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  if (free < MEMORY_NEEDED) return tmpdir()
  // The run's own folder there, if tools/test.ts started this (tools/test/run-folder.ts).
  const folder = join(MEMORY, process.env.HUFU_TEST_RUN ?? '')
  await mkdir(folder, { recursive: true, mode: 0o711 })
  return folder
}
