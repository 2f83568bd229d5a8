import type { Kernel } from '../../../../platform/kernel.ts'
import type { Line } from './mapping.ts'
import type { TransformContext } from './transforms.ts'

/** Reads each dictionary that a mapping looks values up in, once. */
export async function entriesFor({ dictionary }: Kernel, lines: readonly Line[]): Promise<TransformContext['codeOf']> {
  const types = new Set(lines.flatMap(line => (line.transform ?? []).flatMap(one => (one.kind === 'lookup' ? one.dictType : []))))
  const codes = new Map<string, string>()
  for (const type of types) for (const { code, name } of (await dictionary.entriesOf(type)) ?? []) codes.set(`${type}:${name}`, code)
  return (type, name) => codes.get(`${type}:${name}`)
}
