import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tool } from './run.ts'
import { root } from './source-files.ts'

const WIDTHS = [1440, 1280] as const
const FOLDER = 'screens'

/** `npm run print -- screens`: pictures of every screen with its dialogs, light and dark, taken by the tests of e2e/tour. */
export async function printScreens(filters: readonly string[]): Promise<number> {
  await rm(join(root, FOLDER), { recursive: true, force: true })
  for (const width of WIDTHS) {
    const folder = join(FOLDER, String(width))
    const env = { HUFU_SHOTS: join(root, folder), HUFU_SHOTS_WIDTH: String(width) }
    const files = filters.length > 0 ? filters : ['e2e/tour']
    const code = await tool('vitest', ['run', ...files, '--project', 'e2e'], env)
    if (code !== 0) return code
    console.log(`${folder} 已写入`)
  }
  return 0
}
