import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute or more and would otherwise begin last, when the other workers have nothing left. */
const LONGEST = [
  'e2e/tour/',
  'server/test/foreign-acts.',
  'server/test/foreign-walk.',
  'server/test/matrix.',
  '/saml/signature.',
  '/push/unsteady-receiver.',
]

/** The longest files first; the others as Vitest orders them: by how long they took last time, or else by their size. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some(part => moduleId.includes(part))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}
