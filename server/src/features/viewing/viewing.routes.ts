import { viewing } from '@hufu/contract/viewing'
import type { Db } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refuse.ts'
import { feature, felt } from '../../kernel/turn.ts'

const set = (db: Db, sessionId: string, userId: string | null) =>
  db.updateTable('session').set({ viewing: userId }).where('id', '=', sessionId).execute()

export const viewingFeature = feature('viewing', viewing, {
  begin: felt(async ({ db, who, body, note }) => {
    const person = await db
      .selectFrom('users')
      .select(['id', 'realName'])
      .where('id', '=', body.userId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!person) refuse('userMissing')
    note(person.id)
    await set(db, who.sessionId, person.id)
    return person
  }),
  end: felt(async ({ db, who }) => {
    await set(db, who.sessionId, null)
  }),
})
