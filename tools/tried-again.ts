import type { Reporter, TestCase } from 'vitest/node'

/** Tells at the end which tests passed only at another try: in each of them something races, and wants to be found. */
export default class TriedAgain implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.ok() && (test.diagnostic()?.retryCount ?? 0) > 0) this.#names.push(`${test.module.relativeModuleId} ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length > 0) console.log(`\n再试才通过的测试：\n${this.#names.map(name => `  ${name}`).join('\n')}`)
  }
}
