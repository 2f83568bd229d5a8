import type { RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { port } from '../../../platform/port.ts'

/** What signing in asks of domains below it; `app.ts` connects them at the start. */
export interface BelowSignIn {
  /** Whether the user surely opens an application: a condition that asks a few index entries. */
  opensPlainly(userId: string): RawBuilder<boolean>
  /** Whether the user opens any application, by whatever way. */
  opensAny(db: Db, userId: string): Promise<boolean>
  /** Whom an identity at another provider signs in, as it stands now. */
  entrantOf(db: Db, linkId: string): Promise<{ userId: string; providerName: string } | undefined>
  /** Whether the user can come in by an identity at another provider: a condition. */
  entersByLink(userId: string): RawBuilder<unknown>
}

export const below = port<BelowSignIn>('signing in')
