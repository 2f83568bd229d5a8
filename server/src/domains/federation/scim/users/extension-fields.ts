import { userFields, type UserField, type UserFields } from '@hufu/contract/fields/user-fields'
import { plainWith, type Field, type PlainWith } from '@hufu/contract/fields/field'
import { lineOf, type Resource } from '../protocol/resource.ts'
import { invalid } from '../protocol/problem.ts'
import { text } from '../text.ts'
import { scimTime, storedTime } from '../protocol/times.ts'

type ScimField = PlainWith<UserFields, 'scim'>
type Extension = 'enterprise' | 'hufu'

/** The attributes of an extension that are fields of the user. */
const attributesOf = (extension: Extension): (readonly [key: ScimField, attribute: string])[] =>
  plainWith(userFields, 'scim').flatMap(key => {
    const [schema, attribute] = userFields[key].scim.split(':') as [string, string]
    return schema === extension ? [[key, attribute] as const] : []
  })
export const attributeNames = (extension: Extension): string[] => attributesOf(extension).map(([, attribute]) => attribute)

/** The value as the extension shows it; words of a gender are those of the schema. */
function shownAs(key: UserField, value: unknown): unknown {
  const { kind }: Field = userFields[key]
  if (kind === 'choice') return value === 1 ? 'male' : 'female'
  return kind === 'time' ? scimTime(String(value)) : value
}

/** The attributes of an extension that have a value. */
export const extensionOf = (row: Readonly<Record<ScimField, unknown>>, extension: Extension): Resource =>
  Object.fromEntries(
    attributesOf(extension).flatMap(([key, attribute]) => (row[key] === null ? [] : [[attribute, shownAs(key, row[key])]])),
  )

function valueOf(key: UserField, attribute: string, sent: unknown): string | 1 | 2 | null {
  const { kind }: Field = userFields[key]
  if (kind === 'choice') return choiceOf(attribute, sent)
  if (kind === 'time') return sent === undefined ? null : storedTime(attribute, String(sent))
  return lineOf(sent)
}

/** The values that the attributes of an extension ask for; one that was not sent empties its field. */
export const extensionValues = (sent: Resource, extension: Extension): Record<string, string | 1 | 2 | null> =>
  Object.fromEntries(attributesOf(extension).map(([key, attribute]) => [key, valueOf(key, attribute, sent[attribute])]))

function choiceOf(attribute: string, value: unknown): 1 | 2 | null {
  if (value === undefined) return null
  const word = String(value).toLowerCase()
  return word === 'male' ? 1 : word === 'female' ? 2 : invalid(text.valueWrong(attribute))
}
