import { z } from 'zod'
import { App } from './app.ts'
import { button, get, orPage } from '../call.ts'
import { id } from '../shapes.ts'

/** An application a user may open, with their roles there and the access paths. */
export const UserApp = App.extend({ roles: z.array(z.string()), source: z.string() })
export type UserApp = z.infer<typeof UserApp>

export const userApp = {
  /** The applications they may open, with the access paths in words. */
  list: get('/v3/user/getAppByUserId', {
    permit: orPage(button(['/organiz/index', '/organiz/org-list'], 'user-detail'), '/authorize/index'),
    query: z.object({ userId: id }),
    reply: z.array(UserApp),
  }),
}
