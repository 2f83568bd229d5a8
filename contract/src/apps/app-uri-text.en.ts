import type { Translated } from '../language.ts'
import type { text as chinese } from './app-uri-text.ts'

export const text: Translated<typeof chinese> = {
  empty: 'Enter an address',
  long: (max: number) => `The address must not be longer than ${max} characters`,
  malformed: 'The address is not in the right format, enter a complete one',
  wildcard: 'The address must not contain the wildcard *',
  fragment: 'The address must not contain #',
  userInfo: 'The address must not contain a user name or a password',
  scheme: 'The address must begin with https://; http:// is for this machine and internal networks only',
  ownScheme: 'A custom scheme must be a reversed domain, such as com.example.app:/callback',
  written: (wanted: string) => `Write the address as ${wanted}`,
  of: (problem: string, uri: string) => `${problem} (${uri})`,
  twice: 'An address stands there twice',
  tooMany: (max: number) => `At most ${max} addresses`,
}
