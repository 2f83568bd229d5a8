import type { Translated } from '@hufu/contract/language'
import { englishCommon } from '../protocol/text.en.ts'
import type { chinese } from './text.ts'

export const english: Translated<typeof chinese> = {
  ...englishCommon,
  unknownService: 'This application is not registered',
  unknownServiceHow: 'Ask the administrator of the application to register it among its service addresses',
  malformed: 'The sign-in request is not valid',
  malformedHow: 'Please return to the application and sign in again, or contact the administrator of the application',
}
