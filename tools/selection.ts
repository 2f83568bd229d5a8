import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** What a run takes of the journeys, the tour and the models. Without a selection they run whole. */
export interface Selection {
  /** Decides what is drawn; the first digits of the commit unless given. */
  seed: string
  /** Files of journeys that run whole; of all others only the golden journeys run. */
  files: readonly string[]
  /** By the address of a screen. */
  screens: Readonly<Record<string, ScreenSources>>
}
export interface ScreenSources {
  /** Of everything that is shown there, and of the tour itself. */
  hash: string
  isChanged: boolean
}

/** The environment variable with the path of the selection of this run. */
export const SELECTION = 'HUFU_TEST_SELECTION'

export function readSelection(): Selection | undefined {
  const { [SELECTION]: file } = process.env
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as Selection) : undefined
}

/** True for about one of so many names, for the same ones with the same seed. */
export const isDrawn = (seed: string, name: string, oneOf: number): boolean =>
  createHash('sha256').update(`${seed}\0${name}`).digest().readUInt32BE(0) % oneOf === 0
