import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtScreens } from '@hufu/contract/built-screens'
import { isDrawn, readSelection } from '../../tools/test/selection.ts'
import { root } from '../../tools/source-files.ts'

// Which stops a run of the tour makes: all of them, or those of changed screens and a tenth of the others.

const selection = readSelection()
const passed = join(root, 'node_modules/.cache/hufu-tour')

/** Whether this run makes the stop. One that passed with the same sources is not made again. */
export function isOnTour(title: string, path: string | (() => string)): boolean {
  if (!selection) return true
  const sources = selection.screens[screenOf(path)]
  if (!sources) return true
  return (sources.isChanged || isDrawn(selection.seed, title, 10)) && !existsSync(join(passed, nameOf(title, sources.hash)))
}

export function keepPassed(title: string, path: string | (() => string)): void {
  const sources = selection?.screens[screenOf(path)]
  if (!sources) return
  mkdirSync(passed, { recursive: true })
  writeFileSync(join(passed, nameOf(title, sources.hash)), '')
}

const nameOf = (title: string, hash: string) => createHash('sha256').update(`${hash}\0${title}`).digest('hex')

/** The address of a screen as it is registered: without its record. */
function screenOf(path: string | (() => string)): string {
  const [address = ''] = (typeof path === 'string' ? path : path()).split('?')
  return (
    builtScreens.find(screen => screen === address) ?? builtScreens.find(screen => address.startsWith(screen.replace(/:.*/, ''))) ?? address
  )
}
