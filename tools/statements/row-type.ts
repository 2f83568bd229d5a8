import { SymbolFlags, TypeFlags, type IntersectionType, type Type, type TypeReference, type UnionType } from 'typescript/unstable/sync'
import type { Project } from './project.ts'

/** A property of the row type that the code asserts. */
export interface Asserted {
  name: string
  /** string, number, boolean, …; `T[]` for lists, `json` for objects, `any`. */
  kinds: readonly string[]
  nullable: boolean
  optional: boolean
}

export interface AssertedRow {
  columns: readonly Asserted[]
  /** The type is a parameter of the function: its callers may know of more columns. */
  isOpen: boolean
}

const basic: readonly (readonly [TypeFlags, string])[] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.Any | TypeFlags.Unknown, 'any'],
]

/** The row type of a statement; undefined where the code asserts nothing. */
export function assertedRow({ checker }: Project, row: Type | undefined): AssertedRow | undefined {
  if (!row || row.flags & (TypeFlags.Any | TypeFlags.Unknown)) return undefined
  const properties = checker.getPropertiesOfType(row)
  const types = checker.getTypeOfSymbol(properties)
  const columns = properties.map((property, n) => {
    const kinds = kindsOf(types[n])
    return {
      name: property.name,
      kinds: kinds.filter(kind => kind !== 'null' && kind !== 'undefined'),
      nullable: kinds.includes('null'),
      optional: (property.flags & SymbolFlags.Optional) !== 0 || kinds.includes('undefined'),
    }
  })
  return { columns, isOpen: (row.flags & TypeFlags.TypeParameter) !== 0 }

  function kindsOf(type: Type | undefined): string[] {
    const parts = type?.isUnionType() ? (type as UnionType).getTypes() : type ? [type] : []
    return [...new Set(parts.map(part => kindOf(part)))]
  }

  function kindOf(type: Type): string {
    const match = basic.find(([flag]) => (type.flags & flag) !== 0)
    if (match) return match[1]
    if (type.isIntersectionType()) return brandedKind(type as IntersectionType)
    if (checker.isArrayType(type)) return listKind(type as TypeReference)
    const name = type.getSymbol()?.name
    return name === 'Buffer' || name === 'Date' ? name : 'json'
  }

  function brandedKind(type: IntersectionType): string {
    const kinds = type.getTypes().map(part => kindOf(part))
    return kinds.find(kind => kind !== 'json') ?? 'json'
  }

  function listKind(type: TypeReference): string {
    const kinds = kindsOf(checker.getTypeArguments(type)[0]).filter(kind => kind !== 'null')
    return `${kinds.join('|')}[]`
  }
}
