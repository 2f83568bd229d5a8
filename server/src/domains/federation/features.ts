import type { Feature } from '../../platform/http/context.ts'
import { apiClientFeature } from './api-client/api-client.routes.ts'
import { apiItemFeature } from './api-item/api-item.routes.ts'
import { signingKeyFeature } from './oidc/oidc.ts'
import { openapiFeature } from './openapi/openapi.routes.ts'
import { signInTestFeature } from './sign-in-test/sign-in-test.routes.ts'

export const federationFeatures: readonly Feature[] = [
  apiClientFeature,
  apiItemFeature,
  signingKeyFeature,
  signInTestFeature,
  openapiFeature,
]
