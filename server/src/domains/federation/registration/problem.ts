import { refusedFrom } from '../../../platform/http/errors.ts'

/** Error codes of RFC 7591, 3.2.2, of RFC 6750, 3.1, and general ones of OAuth. */
export type RegistrationError =
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'invalid_software_statement'
  | 'unapproved_software_statement'
  | 'invalid_token'
  | 'invalid_request'
  | 'access_denied'
  | 'temporarily_unavailable'

/** A refusal that is answered to a client that registers itself. */
export class RegistrationProblem extends Error {
  readonly status: number
  readonly error: RegistrationError
  readonly retryAfter: number | undefined
  constructor(status: number, error: RegistrationError, description: string, retryAfter?: number) {
    super(description)
    this.status = status
    this.error = error
    this.retryAfter = retryAfter
  }
}

export function problem(status: number, error: RegistrationError, description: string): never {
  throw new RegistrationProblem(status, error, description)
}
export const unfit = (description: string): never => problem(400, 'invalid_client_metadata', description)
export const stranger = (): never => problem(401, 'invalid_token', 'the token is not known, or has been revoked, used up or is over')

/** The problem to answer; undefined if the error is a defect of the server. */
export function problemFrom(error: unknown): RegistrationProblem | undefined {
  if (error instanceof RegistrationProblem) return error
  const refused = refusedFrom(error)
  switch (refused?.reason) {
    case undefined:
      return undefined
    case 'tooOften':
      return new RegistrationProblem(429, 'temporarily_unavailable', 'too many requests', Number(refused.detail.seconds ?? 60))
    case 'tooLarge':
      return new RegistrationProblem(413, 'invalid_client_metadata', 'the metadata are too large')
    case 'appGranted':
      return new RegistrationProblem(403, 'access_denied', 'users have been granted this application: an administrator removes it')
    case 'outage':
      return new RegistrationProblem(503, 'temporarily_unavailable', 'the server cannot reach its database')
    default:
      return new RegistrationProblem(400, 'invalid_client_metadata', 'the metadata cannot be read as one JSON object')
  }
}
