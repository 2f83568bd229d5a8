import type { SearchEntry } from 'ldapts'
import { SourceError, type RawRow } from '../source.ts'
import { sourceText as text } from '../source-text.ts'

/** Fields of a row that Hufu sets; they are not attributes. */
const OWN = new Set(['id', 'parentId', 'dn'])
/** Attributes that are never requested, even if a mapping names them: passwords, their hashes and history, and keys. */
const SECRET =
  /^(?:userpassword|authpassword|unicodepwd|pwdlastset|pwdhistory|dbcspwd|ntpwdhistory|lmpwdhistory|samba(?:nt|lm)password|sambapasswordhistory|krbprincipalkey|krbextradata|supplementalcredentials|ms-mcs-admpwd|mslaps-.*|orclpassword|nsds5replicacredentials|ds-pwp-.*password.*)$/i

/** The attributes to request, and the names under which a row has them. */
export class Attributes {
  readonly #idAttribute: string
  /** By attribute name in lower case: the spellings that the mapping uses. */
  readonly #names = new Map<string, Set<string>>()

  readonly #also: readonly string[]

  /** `also` are requested but appear in no row. */
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

  /** The list names the id attribute, because on many servers it is operational and returned only if requested by name. */
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
      // Active Directory returns an attribute with many values in ranges; the first range is incomplete.
      if (type.includes(';range=')) throw new SourceError(text.ldap.range(attribute.type.split(';', 1)[0]!))
      for (const name of this.#names.get(type) ?? []) row[name] = valueOf(type, attribute)
    }
    return { ...row, id: this.idOf(entry), parentId: parentId ?? null, dn: entry.name }
  }
}

/** The value of the first attribute with this name, as a row would have it. */
export function attributeOf(entry: SearchEntry, name: string): unknown {
  const found = entry.attributes.find(({ type }) => type.toLowerCase() === name.toLowerCase())
  return found && valueOf(found.type, found)
}

type Values = Pick<SearchEntry['attributes'][number], 'values' | 'parsedBuffers'>

/** A single value as it is; several values sorted, because a directory guarantees no order. */
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

/** The first three groups are stored in little-endian order. */
function guidOf(bytes: Buffer): string {
  if (bytes.length !== 16) throw new SourceError(text.ldap.wrongGuid)
  const [first, second, third] = [bytes.readUInt32LE(0), bytes.readUInt16LE(4), bytes.readUInt16LE(6)]
  const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
  const rest = bytes.subarray(8).toString('hex')
  return [hex(first, 8), hex(second, 4), hex(third, 4), rest.slice(0, 4), rest.slice(4)].join('-')
}

/**
 * A SID such as S-1-5-21-…: one byte of revision, one byte of count, a 48-bit authority, then `count` little-endian 32-bit
 * numbers.
 */
function sidOf(bytes: Buffer): string {
  const count = bytes[1] ?? 0
  if (bytes.length !== 8 + 4 * count) throw new SourceError(text.ldap.wrongSid)
  const parts = Array.from({ length: count }, (_, at) => bytes.readUInt32LE(8 + 4 * at))
  return ['S', bytes[0], bytes.readUIntBE(2, 6), ...parts].join('-')
}
