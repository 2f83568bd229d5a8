import { z } from 'zod'
import { App } from './app.ts'
import { button, get, orPage } from '../call.ts'
import { id } from '../shapes.ts'

/** An application a person may open, with their roles there and the ways that lead to it. */
export const UserApp = App.extend({ roles: z.array(z.string()), source: z.string() })
export type UserApp = z.infer<typeof UserApp>

export const userApp = {
  /** What they may open, and by which ways, in words. */
  list: get('/v3/user/getAppByUserId', {
    permit: orPage(button(['/organiz/index', '/organiz/org-list'], 'user-detail'), '/authorize/index'),
    query: z.object({ userId: id }),
    reply: z.array(UserApp),
  }),
}
