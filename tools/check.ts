import { runChecks } from './checks.ts'
import { refusedSubjects } from './commit-subjects.ts'
import { runStages, tool } from './run.ts'

async function checkSubjects(): Promise<number> {
  const refused = refusedSubjects()
  for (const line of refused) console.log(line)
  return refused.length === 0 ? 0 : 1
}

/** `npm run check`: everything that needs no database and no browser, in seconds. */
const { code } = await runStages([
  { name: '格式、规范、类型', run: runChecks },
  { name: '房规', run: () => tool('vitest', ['run', '--project', 'unit', 'tools/house.test.ts']) },
  { name: '提交主题', run: checkSubjects },
])
process.exitCode = code
