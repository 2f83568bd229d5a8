import type { SamlProblemName } from '@hufu/contract/federation/saml'

/** A refusal of a SAML message; the error message is a detail for administrators. */
export class SamlProblem extends Error {
  readonly problem: SamlProblemName
  /** The application that sent the message, if known. */
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
