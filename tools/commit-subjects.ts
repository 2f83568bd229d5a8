import { execFileSync } from 'node:child_process'
import { root } from './source-files.ts'

const FORM = /^(?:feat|fix|perf|refactor|test|docs|build)\([a-z][\w -]*\): \S.*$/
const SUBJECT_MAX = 72
/** The last commit before subjects were checked; history is not rewritten for the check. */
const CHECKED_SINCE = '3364509225b08f04ad5b834e8fb6f28b523382f1'

/** Why a commit's subject is refused, or undefined (CONTRIBUTING.md). */
export function subjectProblem(subject: string): string | undefined {
  if (subject.length > SUBJECT_MAX) return `超过 ${SUBJECT_MAX} 个字符`
  return FORM.test(subject) ? undefined : '应为 type(area): imperative，type 取 feat、fix、perf、refactor、test、docs、build'
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The refused subjects of later commits; empty without a history. */
export function refusedSubjects(): string[] {
  try {
    const subjects = git('log', '--no-merges', '--format=%s', `${CHECKED_SINCE}..HEAD`).split('\n').filter(Boolean)
    return subjects.flatMap(subject => {
      const problem = subjectProblem(subject)
      return problem === undefined ? [] : [`${subject}：${problem}`]
    })
  } catch {
    return []
  }
}
