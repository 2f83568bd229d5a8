import { refusals, type Refusal, type RefusalDetail, type RefusalName } from '@hufu/contract/refusals'

const MARK = '\u0000'
/** Stands for any value of a detail. */
const anyValue = { toString: () => MARK, join: () => MARK }
/** Details by whose value or absence a sentence has other words. */
const wordings: readonly RefusalDetail[] = [
  {},
  // A schema's own sentence in place of the field and the reason.
  { sentence: MARK },
  { field: undefined },
  { subjectName: undefined },
  { roleName: undefined },
  { subjectName: undefined, roleName: undefined },
  { objectType: 'org' },
  { objectType: undefined },
  { applyUser: undefined },
  { objectType: 'org', applyUser: undefined },
]

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Matches the sentence of the refusal, whatever values it is filled with. */
export function refusalSentence(name: RefusalName): RegExp {
  const { message } = refusals[name] as Refusal
  const sentences =
    typeof message === 'string'
      ? [message]
      : wordings.map(wording => message(new Proxy(wording, { get: (known, key) => (key in known ? known[String(key)] : anyValue) })))
  return new RegExp(
    `^(?:${sentences.map(one => one.split(MARK).map(escaped).join('.*')).join('|')})${typeof message === 'string' ? '$' : ''}`,
    's',
  )
}
