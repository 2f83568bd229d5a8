import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import type { Place } from './mutate-places.ts'
import { testsOf } from './mutate-tests.ts'

export interface Failed {
  path: string
  title: string
  /** It says nothing of the place: the test was too slow, or fails with it, too. */
  isUndecided: boolean
}

/** Runs tests of a copy again and again; its database and what it has compiled stay. */
export class TestRunner {
  readonly #copy: string
  readonly #green = new Set<string>()
  #vitest: Vitest | undefined

  constructor(copy: string) {
    this.#copy = copy
  }

  /** The first test that fails without what stands at this place, and not with it. */
  async caughtBy(place: Place): Promise<Failed | undefined> {
    const file = join(this.#copy, place.path)
    const text = readFileSync(file, 'utf8')
    const isSchema = place.path.endsWith('.sql')
    // The template of the databases is made once, when tests are run for the first time.
    if (isSchema) await this.close()
    for (const tests of testsOf(place)) {
      this.#write(file, text.slice(0, place.at) + place.after + text.slice(place.at + place.before.length))
      const failed = await this.#failed(tests)
      this.#write(file, text)
      if (failed === undefined) continue
      if (isSchema) await this.close()
      const isUndecided = failed.isUndecided || (failed.path !== '' && !(await this.#isGreen(failed.path)))
      return { ...failed, isUndecided }
    }
    if (isSchema) await this.close()
    return undefined
  }

  async close(): Promise<void> {
    await this.#vitest?.close()
    this.#vitest = undefined
  }

  #write(file: string, text: string): void {
    writeFileSync(file, text)
    this.#vitest?.invalidateFile(file)
  }

  async #isGreen(path: string): Promise<boolean> {
    if (!this.#green.has(path) && (await this.#failed([path])) === undefined) this.#green.add(path)
    return this.#green.has(path)
  }

  async #failed(tests: readonly string[]): Promise<Failed | undefined> {
    const vitest = (this.#vitest ??= await this.#open())
    const found = await vitest.globTestSpecifications(tests.map(path => join(this.#copy, path)))
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(found)
    const broken = testModules.find(one => one.state() === 'failed')
    if (broken) return failedIn(broken)
    return unhandledErrors.length > 0 ? { path: '', title: `no test, but ${String(unhandledErrors[0])}`, isUndecided: false } : undefined
  }

  async #open(): Promise<Vitest> {
    process.env.HUFU_MODEL_OPERATIONS ??= '600'
    const vitest = await createVitest('test', {
      root: this.#copy,
      watch: false,
      bail: 1,
      retry: 0,
      // Too slow says nothing, so nothing is given up while the machine is busy.
      testTimeout: 120_000,
      project: ['unit', 'server'],
      reporters: [{}],
    })
    await vitest.standalone()
    return vitest
  }
}

function failedIn(broken: TestModule): Failed {
  const [first] = broken.children.allTests('failed')
  const message = (first?.result().errors ?? broken.errors())[0]?.message ?? ''
  const title = (first?.fullName ?? message).slice(0, 90)
  return { path: broken.relativeModuleId, title, isUndecided: message.includes('timed out in') }
}
