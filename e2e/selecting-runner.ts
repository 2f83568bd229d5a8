import { basename, relative } from 'node:path'
import { TestRunner, type RunnerTestFile, type RunnerTestSuite } from 'vitest'
import { readSelection } from '../tools/test/selection.ts'
import { root } from '../tools/source-files.ts'
import { goldenJourneys, openWindowJourneys } from './layers.ts'

/** Runs the journeys of the selection, if there is one; the tour selects its own stops (tour/chosen.ts). */
export default class SelectingRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    const selection = readSelection()
    if (!selection) return
    for (const file of files) {
      const path = relative(root, file.filepath).replaceAll('\\', '/')
      if (path.startsWith('e2e/tour/') || selection.files.includes(path)) continue
      const name = basename(path, '.test.ts')
      keep(
        file,
        [goldenJourneys[name], openWindowJourneys[name], selection.titles[path]].flatMap(titles => titles ?? []),
      )
    }
  }
}

/** Skips all other tests, and a suite of which nothing is left, so that its hooks do not run. */
function keep(suite: RunnerTestSuite, titles: readonly string[]): void {
  for (const task of suite.tasks) {
    if (task.type === 'suite') keep(task, titles)
    else if (!titles.includes(task.name)) task.mode = 'skip'
  }
  if (suite.tasks.every(task => task.mode === 'skip' || task.mode === 'todo')) suite.mode = 'skip'
}
