import type { Translated } from '../language.ts'
import type { text as chinese } from './registration-text.ts'

export const text: Translated<typeof chinese> = {
  host: 'A host is a name such as client.example.com, *.example.com or 127.0.0.1, without scheme, port and path',
  scheme: 'An own scheme is a reversed domain name, such as com.example.app',
  list: most => `At most ${most} of each, none of them twice`,
  grants: 'Choose at least one grant type',
  places: 'Enter at least one redirect host or scheme',
  uses: 'The number of registrations is from 1 to 10000',
}
