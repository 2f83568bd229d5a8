import type { Translated } from '@hufu/contract/language'
import { acts, outcomes } from '@hufu/contract/text'
import type { text as chinese } from './certificate-text.ts'

const REFUSED_WHY =
  'Common reasons: the certificate has expired or been revoked, was not issued by an accepted authority, signed something else than this nonce, or took too long.'

export const text: Translated<typeof chinese> = {
  agentHow:
    'Insert your certificate medium (such as a UKey), click the button below, then choose the certificate and enter the PIN in the window of the certificate agent. The PIN is entered there alone; this page neither reads nor keeps it.',
  agentSubmit: 'Sign in with a certificate',
  signing: 'Continue in the certificate agent…',
  checking: 'Verifying the certificate…',
  noAgent: 'No certificate agent was found',
  noAgentHow: 'Install the certificate driver and the browser agent, then reload the page; or sign by hand with a signing tool.',
  agentProblems: {
    cancelled: 'Signing in with a certificate was cancelled',
    noDevice: 'No certificate medium was found, insert it and try again',
    noCertificate: 'There is no usable certificate on the medium',
    wrongPin: 'The PIN is wrong, try again',
    pinLocked: 'The PIN is locked, ask the issuer of the certificate to unlock it',
    unsupported: 'This browser does not support the certificate agent, use another one',
  },
  agentProblem: 'The certificate agent could not sign, try again or sign another way',
  proxySubmit: 'Sign in with a certificate of the browser',
  proxyHow: 'The browser asks for a certificate. If it does not, make sure the certificate is inserted and restart the browser.',
  bind: {
    title: 'No account is bound to this certificate',
    about: 'Enter your account and password. Once bound, the certificate alone signs you in.',
    again: 'Choose another certificate',
    over: 'This can no longer be bound, sign in with the certificate again',
  },
  refusedWhy: REFUSED_WHY,
  refused: (message: string) => `${message}. ${REFUSED_WHY}`,
  nonceProblem: 'No nonce could be fetched, try again later',
  byHand: 'Sign in with a signing tool',
  byHandHow:
    'Sign the nonce below with the signing tool of your certificate authority (as plain text, without a line break), then paste the certificate and the signature.',
  fetchNonce: 'Get a nonce',
  fetchAgain: 'Get another',
  nonce: 'Nonce to sign',
  nonceLeft: (seconds: number) => `Sign it and sign in within ${seconds} s`,
  nonceOver: 'The nonce has expired, get another',
  copy: acts.copy,
  copied: outcomes.copied,
  cert: 'Certificate',
  certHint: 'Base64 or PEM',
  certMissing: 'Paste the certificate',
  sign: 'Signature',
  signHint: 'Base64',
  signMissing: 'Paste the signature',
  submit: acts.signIn,
}
