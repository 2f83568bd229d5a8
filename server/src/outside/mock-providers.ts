import { createHash } from 'node:crypto'
import type { FaceProvider } from './face.ts'
import type { ScanProvider } from './identity.ts'

const MISMATCH = 'mismatch'
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Used where HUFU_MOCK_PROVIDERS is 1 and no keys are set: opening its page confirms. */
export const mockScan: ScanProvider = {
  page: (redirect, state) => {
    const url = new URL(redirect)
    url.searchParams.set('state', state)
    url.searchParams.set('code', 'mock-user')
    return url.href
  },
  identify: async code => ({ subject: code, name: code }),
}

/** Every picture matches, except those that contain the word `mismatch`. */
export const mockFace: FaceProvider = {
  compare: async (_name, _idCard, image) => ({
    pass: !Buffer.from(image, 'base64').includes(MISMATCH),
    transaction: `mock-${digest(image).slice(0, 16)}`,
  }),
}
