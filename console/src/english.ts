import { codeText as code } from './auth/code-text.en.ts'
import { passkeyText as passkey } from './auth/passkey-text.en.ts'
import { words as secondFactor } from './auth/second-factor-text.en.ts'
import { text as auth } from './auth/text.en.ts'
import { text as work } from './auth/work-text.en.ts'
import { general } from './platform/text.en.ts'
import { text as warnings } from './platform/warnings-text.en.ts'

/** Every text file that has an English one. */
const english = { auth, code, general, passkey, secondFactor, warnings, work }
export type English = typeof english

// The first script of english.html: platform/language.ts reads it when the others begin.
Object.assign(globalThis, { hufuSentences: english })
