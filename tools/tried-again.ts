import type { Reporter, TestCase } from 'vitest/node'

/** Tests that may need a second try, by full name, each with the reason. */
export const mayBeTriedAgain: Readonly<Record<string, string>> = {}

/** A test that passed only at another try fails the run: something in it races, and wants to be found. */
export default class TriedAgain implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.ok() || (test.diagnostic()?.retryCount ?? 0) === 0) return
    if (!Object.hasOwn(mayBeTriedAgain, test.fullName)) this.#names.push(`${test.module.relativeModuleId} ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return
    console.log(`\n再试才通过的测试：\n${this.#names.map(name => `  ${name}`).join('\n')}`)
    process.exitCode = 1
  }
}
