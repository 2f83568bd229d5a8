import type { Reporter, TestCase } from 'vitest/node'

/** Tests that may need a second try, by how their full name begins, each with the reason. */
export const mayBeTriedAgain: Readonly<Record<string, string>> = {
  'T29 ': 'measures a second of real time, which a machine busy with other work does not keep',
}
/** Projects whose second tries are only told, each with the reason. */
export const projectsTriedAgain: Readonly<Record<string, string>> = {
  e2e: 'a browser beside other work on two cores is at times too slow for a menu that closes or a picture that fades',
}

/** A test that passed only at another try fails the run: something in it races, and wants to be found. */
export default class TriedAgain implements Reporter {
  readonly #wrong: string[] = []
  readonly #told: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.ok() || (test.diagnostic()?.retryCount ?? 0) === 0) return
    const isKnown =
      Object.hasOwn(projectsTriedAgain, test.project.name) || Object.keys(mayBeTriedAgain).some(name => test.fullName.startsWith(name))
    const names = isKnown ? this.#told : this.#wrong
    names.push(`${test.module.relativeModuleId} ${test.fullName}`)
  }

  onTestRunEnd(): void {
    tell('再试才通过，已知原因的测试', this.#told)
    tell('再试才通过的测试', this.#wrong)
    if (this.#wrong.length > 0) process.exitCode = 1
  }
}

function tell(title: string, names: readonly string[]): void {
  if (names.length > 0) console.log(`\n${title}：\n${names.map(name => `  ${name}`).join('\n')}`)
}
