import { signingKey } from '@hufu/contract/federation/signing-key'
import { feature } from '../../../../platform/http/context.ts'
import { listKeys, rotateKeys } from './signing-key.sql.ts'

export const signingKeyFeature = feature('signingKey', signingKey, {
  list: ({ kernel, db }) => listKeys(kernel, db),
  rotate: ({ db, kernel }) => rotateKeys(kernel, db),
})
