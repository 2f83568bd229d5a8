import type { Transform, TransformForm } from '@hufu/contract/provisioning/sync'

type Values = Readonly<Record<string, unknown>>
const pairsText = (pairs: unknown): string =>
  Object.entries((pairs ?? {}) as Record<string, string>)
    .map(([from, to]) => `${from}=${to}`)
    .join('\n')

/** Parses lines such as `男=1`; undefined if a line has another form. */
export function pairsIn(typed: string): Record<string, string> | undefined {
  const lines = typed.split(/\r?\n/).filter(line => line.trim() !== '')
  const pairs = lines.map(line => {
    const at = line.indexOf('=')
    return at < 1 ? undefined : ([line.slice(0, at).trim(), line.slice(at + 1).trim()] as const)
  })
  return pairs.includes(undefined) ? undefined : Object.fromEntries(pairs as (readonly [string, string])[])
}

/** The parameters of a transform as its form shows them. */
export const typedOf = ({ params }: TransformForm, transform: Transform | undefined): Record<string, unknown> => {
  const values = (transform ?? {}) as Values
  return Object.fromEntries(
    params.map(({ name, type, choices }) => [
      name,
      type === 'pairs'
        ? pairsText(values[name])
        : (values[name] ?? (type === 'choice' ? choices[0]?.value : type === 'number' ? null : '')),
    ]),
  )
}

/** The transform from the form values; optional parameters left empty are omitted. */
export function transformOf({ kind, params }: TransformForm, typed: Values): Transform {
  const filled = params.flatMap(({ name, type, required }) => {
    const value = typed[name]
    if (type === 'pairs') return [[name, pairsIn(String(value ?? '')) ?? {}]]
    return (value === '' || value === null || value === undefined) && !required ? [] : [[name, value ?? '']]
  })
  return { kind, ...Object.fromEntries(filled) } as Transform
}

const SHOWN = 18
/** The name of a transform and the beginning of its parameters. */
export function chipText(name: string, transform: Transform): string {
  const words = Object.entries(transform as Values)
    .filter(([key, value]) => key !== 'kind' && value !== '')
    .map(([, value]) => (typeof value === 'object' ? pairsText(value).replaceAll('\n', ' ') : String(value)))
    .join(' ')
  return words === '' ? name : `${name} ${words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words}`
}
