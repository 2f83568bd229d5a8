import type { SearchEntry } from 'ldapts'
import { SourceError, type RawRow } from '../source.ts'
import { sourceText as text } from '../source-text.ts'

/** Names of a row that are ours and no attribute's. */
const OWN = new Set(['id', 'parentId', 'dn'])
/** Never asked for, whoever names them: passwords, what they were made into, and the keys to them. */
const SECRET =
  /^(?:userpassword|authpassword|unicodepwd|pwdlastset|pwdhistory|dbcspwd|ntpwdhistory|lmpwdhistory|samba(?:nt|lm)password|sambapasswordhistory|krbprincipalkey|krbextradata|supplementalcredentials|ms-mcs-admpwd|mslaps-.*|orclpassword|nsds5replicacredentials|ds-pwp-.*password.*)$/i

/** Which attributes are asked for, and under which names a row has them. */
export class Attributes {
  readonly #idAttribute: string
  /** By name in lower case, as the mapping writes it. */
  readonly #names = new Map<string, Set<string>>()

  readonly #also: readonly string[]

  /** `also` are asked for and stand in no row. */
  constructor(idAttribute: string, paths: readonly string[], also: readonly string[] = []) {
    this.#idAttribute = idAttribute
    this.#also = also.map(name => name.toLowerCase())
    for (const path of paths) {
      const name = path.split(/[.[]/, 1)[0]!.trim()
      if (name === '' || OWN.has(name)) continue
      if (SECRET.test(name.split(';', 1)[0]!)) throw new SourceError(text.ldap.secretAttribute(name))
      const key = name.toLowerCase()
      this.#names.set(key, (this.#names.get(key) ?? new Set<string>()).add(name))
    }
  }

  /** The identity is operational at many servers: it comes only to who asks for it by name. */
  get requestedAttributes(): readonly string[] {
    return [...new Set([this.#idAttribute.toLowerCase(), ...this.#also, ...this.#names.keys()])]
  }

  idOf(entry: SearchEntry): string {
    const value = attributeOf(entry, this.#idAttribute)
    if (typeof value !== 'string' || value === '') throw new SourceError(text.ldap.noId(this.#idAttribute))
    return value
  }

  rowOf(entry: SearchEntry, parentId: string | undefined): RawRow {
    const row: Record<string, unknown> = {}
    for (const attribute of entry.attributes) {
      const type = attribute.type.toLowerCase()
      // Active Directory gives long attributes in pieces: the first one is not the whole.
      if (type.includes(';range=')) throw new SourceError(text.ldap.range(attribute.type.split(';', 1)[0]!))
      for (const name of this.#names.get(type) ?? []) row[name] = valueOf(type, attribute)
    }
    return { ...row, id: this.idOf(entry), parentId: parentId ?? null, dn: entry.name }
  }
}

/** Of the first attribute with this name, as a row would have it. */
export function attributeOf(entry: SearchEntry, name: string): unknown {
  const found = entry.attributes.find(({ type }) => type.toLowerCase() === name.toLowerCase())
  return found && valueOf(found.type, found)
}

type Values = Pick<SearchEntry['attributes'][number], 'values' | 'parsedBuffers'>

/** One value as it is, several in one order: a directory promises none. */
function valueOf(type: string, { values, parsedBuffers }: Values): unknown {
  const binary = binaries[type.toLowerCase()]
  if (binary) return parsedBuffers[0] && binary(parsedBuffers[0])
  if (values.length === 0) return undefined
  if (values.some(value => typeof value !== 'string'))
    return parsedBuffers.length === 1 ? parsedBuffers[0] : parsedBuffers.map(bytes => bytes.toString('base64')).toSorted()
  return values.length === 1 ? values[0] : (values as string[]).toSorted()
}

const binaries: Readonly<Record<string, (bytes: Buffer) => string>> = {
  objectguid: guidOf,
  invocationid: guidOf,
  'ms-ds-consistencyguid': guidOf,
  objectsid: sidOf,
}

/** The first three groups have their bytes in reverse. */
function guidOf(bytes: Buffer): string {
  if (bytes.length !== 16) throw new SourceError(text.ldap.wrongGuid)
  const [first, second, third] = [bytes.readUInt32LE(0), bytes.readUInt16LE(4), bytes.readUInt16LE(6)]
  const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
  const rest = bytes.subarray(8).toString('hex')
  return [hex(first, 8), hex(second, 4), hex(third, 4), rest.slice(0, 4), rest.slice(4)].join('-')
}

/** S-1-5-21-…: a byte of revision, a count, 48 bits of authority, and as many 32-bit numbers in reverse. */
function sidOf(bytes: Buffer): string {
  const count = bytes[1] ?? 0
  if (bytes.length !== 8 + 4 * count) throw new SourceError(text.ldap.wrongSid)
  const parts = Array.from({ length: count }, (_, at) => bytes.readUInt32LE(8 + 4 * at))
  return ['S', bytes[0], bytes.readUIntBE(2, 6), ...parts].join('-')
}
