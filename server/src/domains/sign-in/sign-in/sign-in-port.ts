import type { RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { port } from '../../../platform/port.ts'

/** What sign-in needs from domains it may not import; `app.ts` connects them at the start. */
export interface SignInPort {
  /** A cheap sufficient condition that the user may open some application. */
  hasDirectAppGrant(userId: string): RawBuilder<boolean>
  /** Whether the user may open any application, by any path. */
  opensAnyApp(db: Db, userId: string): Promise<boolean>
  /** The user whom an identity at an upstream provider signs in. */
  entrantOf(db: Db, linkId: string): Promise<{ userId: string; providerName: string } | undefined>
  /** An SQL condition: whether the user can sign in with an identity at an upstream provider. */
  canSignInByLink(userId: string): RawBuilder<unknown>
}

export const signInPort = port<SignInPort>('signing in')
