import type { RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { port } from '../../../platform/port.ts'

/** What sign-in asks of domains below it; `app.ts` connects them at the start. */
export interface SignInPort {
  /** A cheap sufficient condition that the user may open some application. */
  hasDirectAppGrant(userId: string): RawBuilder<boolean>
  /** Whether the user may open any application, by any path. */
  opensAnyApp(db: Db, userId: string): Promise<boolean>
  /** The user an identity at another provider signs in. */
  entrantOf(db: Db, linkId: string): Promise<{ userId: string; providerName: string } | undefined>
  /** A condition: whether the user can sign in by an identity at another provider. */
  canSignInByLink(userId: string): RawBuilder<unknown>
}

export const signInPort = port<SignInPort>('signing in')
