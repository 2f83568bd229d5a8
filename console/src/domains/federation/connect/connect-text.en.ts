import { plural, type Translated } from '@hufu/contract/language'
import { acts, fields, outcomes } from '@hufu/contract/text'
import { text as appText } from '../../../pickers/app-text.ts'
import { text as saml } from '../saml/saml-text.ts'
import type { text as chinese } from './connect-text.ts'

const SECRET_PLACEHOLDER = 'ENTER_THE_CLIENT_SECRET'

export const text: Translated<typeof chinese> = {
  secret: {
    title: 'The secret is shown this once',
    about:
      'It is already filled into the configuration below. It cannot be seen again after you leave this page; if it is lost, change it.',
    kept: acts.savedIt,
    label: fields.clientSecret,
    holder: SECRET_PLACEHOLDER,
    missing: `A secret is shown only when it is made or changed. Put the one you saved in the place of “${SECRET_PLACEHOLDER}” in the configuration; if you have not saved it, change it.`,
    rotate: acts.rotateSecret,
  },
  kind: 'Software of the application',
  generic: 'Other (generic)',
  copyOf: (file: string) => `Copy the configuration of ${file}`,
  copied: outcomes.copied,
  files: { '.env': 'Generic settings', sh: 'Run on the server of the application', occ: 'Run on the Nextcloud server' },
  notes: {
    'oauth2 generic': 'The issuer or the discovery document is enough; use the authorisation code flow with PKCE (S256).',
    'oauth2 apache':
      'Enable the module auth_openidc and this configuration (a2enmod auth_openidc, a2enconf hufu), then reload Apache. The protected path is the folder of the redirect address; change it as needed.',
    'oauth2 nginx':
      'Needs OpenResty with lua-resty-openidc, and resolver and lua_ssl_trusted_certificate in the http block. Change proxy_pass to the real address of the application.',
    'oauth2 spring':
      'Depends on spring-boot-starter-oauth2-client. Confidential clients do not use PKCE by default, so keep the second part (Spring Security 7 and later do).',
    'oauth2 dotnet': 'Reference Microsoft.AspNetCore.Authentication.OpenIdConnect, and call UseAuthentication before authorisation.',
    'oauth2 grafana': 'Restart Grafana after the change; roles can be worked out from groups with role_attribute_path.',
    'oauth2 gitlab': 'Run gitlab-ctl reconfigure after the change.',
    'oauth2 jenkins':
      'Needs the plug-ins oic-auth 4.4 or later and configuration-as-code. The security realm is replaced as a whole; set up an emergency account first, as the plug-in describes.',
    'oauth2 nextcloud': 'Where this system is in an internal network, also set allow_local_remote_servers to true.',
    'cas generic':
      'Most clients only need the server address; validate with p3/serviceValidate to receive attributes such as name and organisation.',
    'cas apache':
      'Enable the module auth_cas and this configuration, then reload Apache; the account Apache runs as must be able to write to the cache folder.',
    'cas spring':
      'Depends on spring-security-cas; also put CasAuthenticationFilter and CasAuthenticationProvider into the filter chain as it describes.',
    'saml generic': 'Most software only has to import the metadata address; nothing else needs to be entered.',
    'saml apache':
      'The application needs an https address, or browsers do not send back the cookie sign-in depends on. Run the first part to make the key and the metadata, import sp.xml on the tab “Service provider” of this application, then enable the second part.',
  },
  path: (address: string) => `The redirect address of this software is ${address}, which is not registered yet.`,
  register: 'Register this address',
  noAddress: 'No redirect address registered yet',
  toAddresses: 'Register one',
  wait: {
    title: 'Progress',
    waiting: 'Waiting for the first sign-in…',
    waitingHint: 'Sign in from the application. Requests received and what is wrong with them are shown here at once.',
    done: 'Connected',
    doneAt: (time: string) => `First sign-in completed ${time}`,
    visited: (name: string) =>
      `${name} has signed in, but the application has not fetched the result yet. Check that its server can reach the address of this system.`,
    faulted: (name: string, fault: string) => `${name}: ${fault}`,
    someone: 'Somebody',
    refused: 'Latest faulty requests',
    none: 'No faulty requests received yet',
    idle: 'This page has stopped refreshing; move the mouse to go on',
    sent: 'Received',
    registered: 'Registered',
    fixed: 'They are the same now',
  },
  next: {
    title: acts.nextStep,
    grant: acts.grant,
    grantHint: 'Users without a grant cannot open this application.',
    granted: (count: number) => `There ${count === 1 ? 'is' : 'are'} ${plural(count, 'grant')} already.`,
    test: acts.testSignIn,
    testHint: 'See what the application receives when a certain user signs in.',
  },
  faults: appText.visitFaults,
  differences: {
    same: 'exactly the same',
    slash: 'only the / at the end differs',
    scheme: 'http and https differ',
    host: 'the host differs',
    port: 'the port differs',
    case: 'upper and lower case differ',
    path: 'the path differs',
    query: 'what follows the question mark differs',
    other: 'written differently',
  },
  problems: {
    ...saml.refusals.problems,
    disabled: 'The application is disabled; users can sign in once it is enabled',
    clientId: `The ${fields.clientId} (client_id) is not correct`,
    redirectUri: 'The redirect address (redirect_uri) is not one of those registered',
    redirectMissing: 'The request has no redirect address (redirect_uri)',
    responseType: 'The response type (response_type) is not supported; it should be code',
    scope: 'The scope is not correct; it should have openid in it, such as openid profile email',
    pkceMissing: 'The request has no PKCE (code_challenge); switch PKCE on in the application, with the method S256',
    pkceMethod: 'The PKCE method (code_challenge_method) is not supported; it should be S256',
    pkceVerifier:
      'The PKCE verifier (code_verifier) does not belong to the sign-in request: if the application has several nodes, they must share sessions',
    secret:
      'The client secret (client_secret) is not correct: paste it again and mind blanks at both ends; if you have not saved it, change it',
    secretMissing: 'The client did not prove itself correctly: use client_secret_basic or client_secret_post',
    certificate:
      'The certificate of the application did not arrive, or is not the one registered: the application must send requests to the addresses for mutual TLS (mtls_endpoint_aliases) and show its registered certificate',
    code: 'The authorisation code is used, expired or not ours: a code works once and for a short time only; check the clock of the application server and requests sent twice',
    codeRedirect: 'The redirect address (redirect_uri) for the token is not the one of the sign-in request',
    grantType: 'The grant type (grant_type) is not supported; it should be authorization_code',
    parameter: 'The parameters of the request are not correct',
    service: 'The service address (service) is not registered',
    serviceChanged: 'The service address (service) at validation is not the one of the sign-in',
    ticket:
      'The ticket is used, expired or not ours: a ticket works once and within 10 seconds; check the clock and the network of the application server',
  },
}
