import { relative } from 'node:path'
import { TestRunner, type RunnerTestFile, type RunnerTestSuite } from 'vitest'
import { readSelection } from '../tools/selection.ts'
import { root } from '../tools/source-files.ts'

/** Runs the journeys of the selection, if there is one; the tour selects its own stops (tour/chosen.ts). */
export default class SelectingRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    const selection = readSelection()
    if (!selection) return
    for (const file of files) {
      const path = relative(root, file.filepath).replaceAll('\\', '/')
      if (path.startsWith('e2e/tour/')) continue
      keep(file, selection.files.includes(path) ? tags => !tags.includes('release') : tags => tags.includes('golden'))
    }
  }
}

/** Skips the tests without such tags, and a suite of which nothing is left, so that its hooks do not run. */
function keep(suite: RunnerTestSuite, isKept: (tags: readonly string[]) => boolean): void {
  for (const task of suite.tasks) {
    if (task.type === 'suite') keep(task, isKept)
    else if (!isKept(task.tags ?? [])) task.mode = 'skip'
  }
  if (suite.tasks.every(task => task.mode === 'skip' || task.mode === 'todo')) suite.mode = 'skip'
}
