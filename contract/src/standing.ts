import { z } from 'zod'
import { anyMenu, get } from './call.ts'

/** Rank, professional title, duty and post: one nature, four faces. */
export const standingKinds = ['rank', 'title', 'duty', 'post'] as const
export type StandingKind = (typeof standingKinds)[number]

const brief = z.array(z.object({ id: z.string(), name: z.string(), code: z.string() }))
export const standing = {
  ranks: get('/v3/rank/list', { permit: anyMenu, reply: brief }),
  titles: get('/v3/positionalTitles/list', { permit: anyMenu, reply: brief }),
  duties: get('/v3/position/list', { permit: anyMenu, reply: brief }),
  posts: get('/v3/station/list', { permit: anyMenu, reply: brief }),
  labels: get('/v3/userLabel/list', {
    permit: anyMenu,
    reply: z.array(z.object({ id: z.string(), name: z.string(), color: z.string().nullable() })),
  }),
}
