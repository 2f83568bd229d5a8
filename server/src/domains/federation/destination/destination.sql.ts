import type { Db } from '../../../platform/database/db.ts'

export interface NamedApp {
  name: string
  logo: string | null
}

export const findNamedApp = (db: Db, id: string): Promise<NamedApp | undefined> =>
  db.selectFrom('app').select(['name', 'logo']).where('id', '=', id).where('status', '=', 1).executeTakeFirst()
