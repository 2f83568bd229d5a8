import type { Reporter, TestCase } from 'vitest/node'

/** Projects whose second tries are only told, each with the reason. */
export const projectsTriedAgain: Readonly<Record<string, string>> = {
  e2e: 'a browser beside other work on two cores is at times too slow for a menu that closes or a picture that fades',
}

/** A test that passed only at another try fails the run: something in it races, and wants to be found. */
export default class RetryReporter implements Reporter {
  readonly #wrong: string[] = []
  readonly #excused: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.ok() || (test.diagnostic()?.retryCount ?? 0) === 0) return
    const names = Object.hasOwn(projectsTriedAgain, test.project.name) ? this.#excused : this.#wrong
    const [failure] = test.result().errors ?? []
    names.push(`${test.module.relativeModuleId} ${test.fullName}: ${(failure?.message ?? '').replaceAll(/\s+/g, ' ').slice(0, 300)}`)
  }

  onTestRunEnd(): void {
    tell('再试才通过，已知原因的测试', this.#excused)
    tell('再试才通过的测试', this.#wrong)
    if (this.#wrong.length > 0) process.exitCode = 1
  }
}

function tell(title: string, names: readonly string[]): void {
  if (names.length > 0) console.log(`\n${title}：\n${names.map(name => `  ${name}`).join('\n')}`)
}
