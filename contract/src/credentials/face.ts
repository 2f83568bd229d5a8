import { z } from 'zod'
import { secret } from '../secret.ts'
import { post } from '../call.ts'
import { LoginData } from '../sign-in/sign-in.ts'

const name = z.string().max(50)
const card = z.string().max(18)
export const FACE_PICTURE_MAX = 2 * 1024 * 1024
const maxBytes = 3 * 1024 * 1024

/** Signing in with one's face (D-31): first who one says one is, then the picture. */
export const face = {
  /** `proof` is good for one picture of this person. */
  check: post('/thirdlogin/checkNameAndCard', {
    permit: 'anyone',
    loginLike: true,
    body: z.strictObject({ name, card }),
    reply: z.object({ pass: z.boolean(), proof: z.string() }),
  }),
  /** `image`: a JPEG of at most 2 MB, base64. It is compared and kept nowhere. */
  login: post('/thirdlogin/faceLogin', {
    permit: 'anyone',
    loginLike: true,
    body: z.strictObject({ name, card, image: secret(z.string()), proof: secret(z.string().max(64)) }),
    reply: LoginData,
    maxBytes,
  }),
}
