import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { captured, type Captured } from './run.ts'
import { root } from './source-files.ts'

const remembered = join(root, 'node_modules/.cache/hufu-types')

interface Check {
  name: string
  run: () => Promise<Captured>
}

// One checker each, because four, the default, would infer the same types
// four times. TypeScript itself remembers what has not changed.
const types = (project: string) => () => {
  const record = join(remembered, project === '.' ? 'root' : project)
  return captured('typescript', ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', record])
}
/** oxlint's type checker is written in Go, and with more memory collects garbage less often. */
const MORE_MEMORY = { GOGC: '400', GOMEMLIMIT: '6GiB' }

const small: readonly Check[] = [
  { name: '格式', run: () => captured('oxfmt', ['--check']) },
  { name: '类型：契约、服务端、工具', run: types('.') },
  { name: '类型：控制台', run: types('console') },
]
const lint: Check = { name: '规范（含类型）', run: () => captured('oxlint', ['--type-aware'], MORE_MEMORY) }

/** Runs format and types in parallel, then lint, which uses both cores and most of the memory; each reports its result. */
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
