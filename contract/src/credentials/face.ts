import { z } from 'zod'
import { secret } from '../secret.ts'
import { post } from '../call.ts'
import { LoginData } from '../sign-in/sign-in.ts'

const name = z.string().max(50)
const card = z.string().max(18)
export const FACE_PICTURE_MAX = 2 * 1024 * 1024
const maxBytes = 3 * 1024 * 1024

/** Sign-in by face (D-31): first name and number, then the picture. */
export const face = {
  /** `proof` is valid for one picture of this user. */
  check: post('/thirdlogin/checkNameAndCard', {
    permit: 'anyone',
    loginLike: true,
    body: z.strictObject({ name, card }),
    reply: z.object({ pass: z.boolean(), proof: z.string() }),
  }),
  /** `image`: a JPEG of at most 2 MB, base64; compared and not stored. */
  login: post('/thirdlogin/faceLogin', {
    permit: 'anyone',
    loginLike: true,
    body: z.strictObject({ name, card, image: secret(z.string()), proof: secret(z.string().max(64)) }),
    reply: LoginData,
    maxBytes,
  }),
}
