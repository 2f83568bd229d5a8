import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StageTime } from '../run.ts'

export const reportIn = (folder: string, name: string): string => join(folder, `${name}.json`)

/** How many tests passed and failed, by the reports that Vitest wrote into the folder. */
export function counted(reports: string): { passed: number; failed: number } {
  const sums = readdirSync(reports)
    .filter(name => name.endsWith('.json'))
    .map(name => JSON.parse(readFileSync(join(reports, name), 'utf8')) as { numPassedTests: number; numFailedTests: number })
  return {
    passed: sums.reduce((sum, each) => sum + each.numPassedTests, 0),
    failed: sums.reduce((sum, each) => sum + each.numFailedTests, 0),
  }
}

const minutes = (seconds: number) => (seconds / 60).toFixed(1).padStart(6)

/** The time of each stage, and of the processors meanwhile, which includes other programs of this machine. */
export function printTimes(times: readonly StageTime[]): void {
  const sum = (of: 'seconds' | 'coreSeconds') => times.reduce((all, one) => all + one[of], 0)
  const rows = [...times, { name: '合计', seconds: sum('seconds'), coreSeconds: sum('coreSeconds') }]
  console.log('\n  分钟  核心分钟')
  for (const { name, seconds, coreSeconds } of rows) console.log(`${minutes(seconds)}  ${minutes(coreSeconds)}  ${name}`)
}
