import { z } from 'zod'
import { get } from '../call.ts'

export const HomeFile = z.object({ id: z.string(), fileId: z.string(), title: z.string() })
export type HomeFile = z.infer<typeof HomeFile>

export const notice = {
  list: get('/v3/notice/listNotice', { permit: 'signedIn', whileForced: true, reply: z.array(HomeFile) }),
}
