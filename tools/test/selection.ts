import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** What a run takes of the journeys, the tour and the models. Without a selection they run whole. */
export interface Selection {
  /** Decides what is drawn: the first eight digits of the commit, unless given. */
  seed: string
  /** Files of journeys and models that run whole. Of other journeys only the golden ones run, of other models a fifth. */
  files: readonly string[]
  /** Journeys that were changed in files of which nothing else is. */
  titles: Readonly<Record<string, readonly string[]>>
  /** By the address of a screen. */
  screens: Readonly<Record<string, { hash: string; isChanged: boolean }>>
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
