import type { Feature } from '../../platform/http/context.ts'
import { apiClientFeature } from './api-client/api-client.routes.ts'
import { apiItemFeature } from './api-item/api-item.routes.ts'
import { connectFeature } from './connect/connect.routes.ts'
import { destinationFeature } from './destination/destination.routes.ts'
import { diagnosisFeature } from './diagnosis/diagnosis.routes.ts'
import { identityLinkFeature } from './identity-provider/identity-link.routes.ts'
import { identityProviderFeature } from './identity-provider/identity-provider.routes.ts'
import { appRequestFeature } from './oidc/ciba/app-request.routes.ts'
import { oidcClientFeature, accountConsentsFeature, resourceServerFeature } from './oidc/clients/oidc-client.routes.ts'
import { signingKeyFeature } from './oidc/keys/signing-key.routes.ts'
import { openapiFeature } from './openapi/openapi.routes.ts'
import { registrationFeature } from './registration/registration.routes.ts'
import { samlFeature, samlKeyFeature } from './saml/saml.routes.ts'
import { signInTestFeature } from './sign-in-test/sign-in-test.routes.ts'

export const federationFeatures: readonly Feature[] = [
  apiClientFeature,
  apiItemFeature,
  signingKeyFeature,
  oidcClientFeature,
  registrationFeature,
  resourceServerFeature,
  accountConsentsFeature,
  appRequestFeature,
  samlFeature,
  samlKeyFeature,
  identityProviderFeature,
  identityLinkFeature,
  signInTestFeature,
  destinationFeature,
  diagnosisFeature,
  connectFeature,
  openapiFeature,
]
