import { checks, runStages, tool } from './run.ts'

/** `npm run check`: everything that needs no database and no browser, in a few seconds. */
process.exitCode = await runStages([
  ...checks,
  { name: '房规', run: () => tool('vitest', ['run', '--project', 'unit', 'tools/house.test.ts']) },
])
