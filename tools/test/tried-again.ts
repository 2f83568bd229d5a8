import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase } from 'vitest/node'

/** A test that passed only at its second try fails the run: something in it races, and must be found. */
export default class RetryReporter implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.ok() || (test.diagnostic()?.retryCount ?? 0) === 0) return
    const [failure] = test.result().errors ?? []
    const why = stripVTControlCharacters([failure?.message, failure?.diff].join(' ')).replaceAll(/\s+/g, ' ').slice(0, 800)
    this.#names.push(`${test.module.relativeModuleId} ${test.fullName}: ${why}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return
    console.log(`\n再试才通过的测试：\n${this.#names.map(name => `  ${name}`).join('\n')}`)
    process.exitCode = 1
  }
}
