import { z } from 'zod'
import { anyMenu, get } from '../call.ts'

/** Rank, professional title, duty and post: four kinds with the same fields and calls. */
export const positionAttributeKinds = ['rank', 'title', 'duty', 'post'] as const
export type PositionAttributeKind = (typeof positionAttributeKinds)[number]

export const positionAttributePaths = {
  rank: '/v3/rank',
  title: '/v3/positionalTitles',
  duty: '/v3/position',
  post: '/v3/station',
} as const

const list = (kind: PositionAttributeKind) =>
  get(`${positionAttributePaths[kind]}/list`, {
    permit: anyMenu,
    reply: z.array(z.object({ id: z.string(), name: z.string(), code: z.string() })),
  })

/** The calls that list what can be chosen, in a file apart so that pages which only choose need not load all calls. */
export const positionAttributeList = { rank: list('rank'), title: list('title'), duty: list('duty'), post: list('post') } as const
