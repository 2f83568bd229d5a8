import { z } from 'zod'
import { get, post } from '../call.ts'
import { done, id } from '../shapes.ts'

/** A device that signs its user in without a password until it is forgotten. */
export const RememberedDevice = z.object({
  id: z.string(),
  ip: z.string(),
  browser: z.string(),
  os: z.string(),
  /** When it was first remembered, when it was last used, and when it expires. */
  beginTime: z.string(),
  lastTime: z.string(),
  endTime: z.string(),
  /** Whether it is the device that sent this request. */
  isThis: z.boolean(),
})
export type RememberedDevice = z.infer<typeof RememberedDevice>

/** The devices on which the caller is remembered. */
export const accountDevices = {
  list: get('/v3/ownSession/devices', { permit: 'signedIn', reply: z.array(RememberedDevice) }),
  forget: post('/v3/ownSession/forgetDevice', { permit: 'signedIn', body: z.strictObject({ id }), reply: done }),
}
