import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { captured, type Captured } from './run.ts'
import { root } from './source-files.ts'

const remembered = join(root, 'node_modules/.cache/hufu-types')

interface Check {
  name: string
  run: () => Promise<Captured>
}

// One checker each: four of them, as is usual, work out the same types four times. TypeScript itself remembers what has not changed.
const types = (project: string) => () => {
  const record = join(remembered, project === '.' ? 'root' : project)
  return captured('typescript', ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', record])
}
/** It is written in Go, and collects its garbage less often where it has the memory. */
const MORE_MEMORY = { GOGC: '400', GOMEMLIMIT: '6GiB' }

const small: readonly Check[] = [
  { name: '格式', run: () => captured('oxfmt', ['--check']) },
  { name: '类型：契约、服务端、工具', run: types('.') },
  { name: '类型：控制台', run: types('console') },
]
const lint: Check = { name: '规范（含类型）', run: () => captured('oxlint', ['--type-aware'], MORE_MEMORY) }

/** Format and types side by side, then lint, which takes both cores and most memory; each tells what it found. */
export async function runChecks(): Promise<number> {
  mkdirSync(remembered, { recursive: true })
  const codes = [...(await Promise.all(small.map(runReported))), await runReported(lint)]
  return codes.find(code => code !== 0) ?? 0
}

async function runReported({ name, run }: Check): Promise<number> {
  const from = performance.now()
  const { code, output } = await run()
  console.log(`${code === 0 ? '✓' : '✗'} ${name}：${((performance.now() - from) / 1000).toFixed(1)} 秒`)
  if (code !== 0) console.log(output)
  return code
}
