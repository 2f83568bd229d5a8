import type { Translated } from './language.ts'
import { named } from './text.ts'
import type { reasons as chinese } from './field-text.ts'

export const PARAMETER_FAULT = 'Invalid request'

export const reasons: Translated<typeof chinese> = {
  missing: 'is required',
  unknown: 'is not a known field',
  unreadable: 'contains unusable characters',
  wrong: 'has a wrong value',
  form: 'is not in the right format',
  unwritable: 'cannot be changed by this call',
  tooLong: named.tooLong,
  tooShort: (min: number) => `is shorter than ${min} characters`,
  tooMany: (max: number) => `has more than ${max} items`,
  tooFew: (min: number) => `has fewer than ${min} items`,
  tooGreat: (max: number) => `is greater than ${max}`,
  tooSmall: (min: number) => `is less than ${min}`,
  oneOf: (values: string) => `must be one of ${values}`,
  types: {
    string: 'must be text',
    number: 'must be a number',
    int: 'must be an integer',
    boolean: 'must be true or false',
    array: 'must be a list',
    object: 'must be an object',
  },
}

/** The console names its fields itself. */
export const fieldLabel = (field: string): string => field
