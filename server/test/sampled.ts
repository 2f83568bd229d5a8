import { relative } from 'node:path'
import { isDrawn, readSelection } from '../../tools/test/selection.ts'
import { root } from '../../tools/source-files.ts'

const FIFTH = 5

export interface Sampling {
  /** All of these, or a fifth drawn by their names. */
  of<T>(all: readonly T[], nameOf: (one: T) => string): readonly T[]
  /** So many, or a fifth. */
  count(whole: number): number
  /** The seed of a whole run, or that of the sample. */
  seed(usual: number): number
  isWhole: boolean
}

/**
 * How much of its random acts a test file compares: all in `npm run test:all` and if a change names the file, else a fifth.
 * `file` is its `import.meta.filename`.
 */
export function sampling(file: string): Sampling {
  const selection = readSelection()
  const isWhole = !selection || selection.files.includes(relative(root, file).replaceAll('\\', '/'))
  const seed = isWhole ? undefined : selection.seed
  return {
    of: (all, nameOf) => (seed === undefined ? all : all.filter(one => isDrawn(seed, nameOf(one), FIFTH))),
    count: whole => (isWhole ? whole : Math.ceil(whole / FIFTH)),
    seed: usual => (seed === undefined ? usual : Number.parseInt(seed, 16)),
    isWhole,
  }
}
