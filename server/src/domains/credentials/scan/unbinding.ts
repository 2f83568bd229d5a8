import type { Turn } from '../../../platform/http/turn.ts'
import { takeAway } from '../../sign-in/index.ts'
import { removeBinding, type Foreign } from './binding.sql.ts'

/** Gives an identity up, whether its way in is open or not. */
export const unbinding =
  (kind: Foreign['kind']) =>
  async ({ db, kernel, who, note }: Turn) => {
    note(who.userId)
    await takeAway(kernel, db, who.userId, () => removeBinding(db, who.userId, kind))
  }
