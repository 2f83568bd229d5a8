import type { Feature } from '../../platform/http/context.ts'
import { apiClientFeature } from './api-client/api-client.routes.ts'
import { signingKeyFeature } from './oidc/oidc.ts'
import { openapiFeature } from './openapi/openapi.routes.ts'
import { rehearsalFeature } from './rehearsal/rehearsal.routes.ts'

export const federationFeatures: readonly Feature[] = [apiClientFeature, signingKeyFeature, rehearsalFeature, openapiFeature]
