import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import type { Place } from './mutate-places.ts'
import { Reach } from './mutate-reach.ts'
import { testsOf } from './mutate-tests.ts'

export interface Failed {
  path: string
  title: string
  /** The failure says nothing about the place: the test was too slow, or also fails without the mutation. */
  isUndecided: boolean
}

/** The result of a test file without a mutation. */
interface Known {
  isGreen: boolean
  ms: number
}

/** Runs tests of a copy repeatedly; its database and its compiled modules stay. */
export class TestRunner {
  readonly #copy: string
  /** The files of the places without marks. */
  readonly #texts = new Map<string, string>()
  readonly #known = new Map<string, Known>()
  readonly #reach: Reach
  #vitest: Vitest | undefined
  #isOverAtFirst = false
  /** The cancelling of a run; it resolves only after the run, so the reporter must not await it. */
  #ending: Promise<void> | undefined
  readonly #ended: TestModule[] = []

  /** Marks the places in the copy, so that a test file runs only for the places it reaches. */
  constructor(copy: string, places: readonly Place[]) {
    this.#copy = copy
    this.#reach = new Reach(copy)
    for (const [path, some] of Map.groupBy(places, place => place.path)) {
      const text = readFileSync(join(copy, path), 'utf8')
      this.#texts.set(path, text)
      writeFileSync(join(copy, path), this.#reach.marked(text, some.filter(Reach.canMark)))
    }
  }

  /** The first test that fails with the mutation at this place but not without it. */
  async caughtBy(place: Place): Promise<Failed | undefined> {
    const text = this.#texts.get(place.path)!
    const file = join(this.#copy, place.path)
    const present = readFileSync(file, 'utf8')
    // The template database is created with the first tests that run, so a changed migration needs a new runner.
    const isSchema = place.path.endsWith('.sql')
    if (isSchema) await this.close()
    for (const stage of testsOf(place))
      for await (const tests of this.#reaching(place, stage)) {
        this.#write(file, text.slice(0, place.at) + place.after + text.slice(place.at + place.before.length))
        const failed = await this.#failed(tests)
        this.#write(file, present)
        if (failed === undefined) continue
        if (isSchema) await this.close()
        return { ...failed, isUndecided: failed.isUndecided || (failed.path !== '' && !(await this.#isGreen(failed.path))) }
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

  /** The test files of a stage that reach a place, a few at a time: known ones by duration, then those not yet run. */
  async *#reaching(place: Place, stage: readonly string[]): AsyncGenerator<readonly string[]> {
    if (!Reach.canMark(place)) return yield stage
    const reaches = (path: string) => this.#reach.isReached(place, path) && this.#known.get(path)!.isGreen
    const unknown = stage.filter(path => !this.#known.has(path))
    const known = stage.filter(path => !unknown.includes(path) && reaches(path))
    yield* growing(known.toSorted((a, b) => this.#known.get(a)!.ms - this.#known.get(b)!.ms))
    for (const tests of growing(unknown)) {
      await this.#learn(tests)
      const reaching = tests.filter(reaches)
      if (reaching.length > 0) yield reaching
    }
  }

  async #isGreen(path: string): Promise<boolean> {
    await this.#learn([path])
    return this.#known.get(path)!.isGreen
  }

  /** Runs test files that have not run yet, without a mutation. */
  async #learn(tests: readonly string[]): Promise<void> {
    const unknown = tests.filter(path => !this.#known.has(path))
    if (unknown.length === 0) return
    for (const path of unknown) this.#known.set(path, { isGreen: false, ms: 0 })
    await this.#run(unknown)
    for (const one of this.#ended) {
      const isGreen = one.state() === 'passed'
      this.#known.set(one.relativeModuleId, { isGreen, ms: one.diagnostic().duration })
      if (!isGreen) console.log(`red, though nothing was taken out: ${failedIn(one).path} ${failedIn(one).title}`)
    }
    this.#reach.read()
  }

  async #failed(tests: readonly string[]): Promise<Failed | undefined> {
    this.#isOverAtFirst = true
    const unhandledErrors = await this.#run(tests)
    this.#isOverAtFirst = false
    const broken = this.#ended.find(one => one.state() === 'failed')
    if (broken) return failedIn(broken)
    return unhandledErrors.length > 0 ? { path: '', title: `no test, but ${String(unhandledErrors[0])}`, isUndecided: false } : undefined
  }

  /** Vitest's result includes modules of earlier runs, so those of this run come from the reporter. Returns unhandled errors. */
  async #run(tests: readonly string[]): Promise<readonly unknown[]> {
    const vitest = (this.#vitest ??= await this.#open())
    this.#ended.length = 0
    const found = await vitest.globTestSpecifications(tests.map(path => join(this.#copy, path)))
    const { unhandledErrors } = await vitest.runTestSpecifications(found)
    await this.#ending
    this.#ending = undefined
    return unhandledErrors
  }

  async #open(): Promise<Vitest> {
    process.env.HUFU_MODEL_OPERATIONS ??= '600'
    const endAtFirst = () => {
      if (this.#isOverAtFirst) this.#ending ??= vitest.cancelCurrentRun('test-failure')
    }
    const vitest = await createVitest('test', {
      root: this.#copy,
      watch: false,
      retry: 0,
      // A slow test proves nothing, so the timeout allows for a busy machine.
      testTimeout: 120_000,
      project: ['unit', 'server'],
      reporters: [
        {
          onTestCaseResult: test => (test.result().state === 'failed' ? endAtFirst() : undefined),
          onTestModuleEnd: ended => void this.#ended.push(ended),
        },
      ],
    })
    await vitest.standalone()
    return vitest
  }
}

/** Two tests, then four, then eight at a time: most places are noticed by the first. */
function* growing(tests: readonly string[]): Generator<readonly string[]> {
  for (let at = 0, size = 2; at < tests.length; size = Math.min(size * 2, 8)) {
    yield tests.slice(at, at + size)
    at += size
  }
}

function failedIn(broken: TestModule): Failed {
  const [first] = broken.children.allTests('failed')
  const message = (first?.result().errors ?? broken.errors())[0]?.message ?? ''
  const title = (first?.fullName ?? message).slice(0, 90)
  return { path: broken.relativeModuleId, title, isUndecided: message.includes('timed out in') }
}
