import type { SamlProblemName } from '@hufu/contract/federation/saml'

/** Why a message of the other end is refused; the detail is for administrators. */
export class SamlProblem extends Error {
  readonly problem: SamlProblemName
  /** Whose message it was, where that is known. */
  appId: string | undefined
  constructor(problem: SamlProblemName, detail = '') {
    super(detail)
    this.problem = problem
  }
}

const DETAIL_MAX = 300
export function reject(problem: SamlProblemName, detail = ''): never {
  throw new SamlProblem(problem, detail.slice(0, DETAIL_MAX))
}
