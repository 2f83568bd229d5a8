import { runChecks } from './checks.ts'
import { runStages, tool } from './run.ts'

/** `npm run check`: everything that needs no database and no browser, in seconds. */
process.exitCode = await runStages([
  { name: '格式、规范、类型', run: runChecks },
  { name: '房规', run: () => tool('vitest', ['run', '--project', 'unit', 'tools/house.test.ts']) },
])
