import type { Feature } from '../../platform/http/context.ts'
import { certificateFeature } from './certificate/certificate.routes.ts'
import { faceFeature } from './face/face.routes.ts'
import { factorFeature } from './factor/factor.routes.ts'
import { accountEmailFeature } from './account-email/account-email.routes.ts'
import { accountCheckFeature, accountPhoneFeature } from './account-phone/account-phone.routes.ts'
import { passkeyFeature } from './passkey/passkey.routes.ts'
import { phoneFeature } from './phone/phone.routes.ts'
import { scanFeature } from './scan/scan.routes.ts'
import { totpFeature } from './totp/totp.routes.ts'

export const credentialsFeatures: readonly Feature[] = [
  phoneFeature,
  passkeyFeature,
  totpFeature,
  factorFeature,
  scanFeature,
  faceFeature,
  accountEmailFeature,
  accountPhoneFeature,
  accountCheckFeature,
  certificateFeature,
]
