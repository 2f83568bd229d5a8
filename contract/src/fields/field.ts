import type { RefusalName } from '../refusals.ts'

/** How a value is written, checked and shown. */
export type FieldKind =
  /** A sign-in name. */
  | 'account'
  /** A name of a person or an organisation. */
  | 'name'
  /** One line of text. */
  | 'line'
  /** Text of several lines. */
  | 'words'
  | 'phone'
  | 'idCard'
  | 'email'
  /** The code of an organisation. */
  | 'orgCode'
  /** Another record, which sheets and sources name by its code or name. */
  | 'record'
  | 'records'
  | 'choice'
  /** 1 or 0. */
  | 'flag'
  | 'time'
  | 'picture'
  | 'number'

/** One field of a record: everything that more than one part of the product has to know about it. */
export interface Field {
  label: string
  kind: FieldKind
  /** Its name in calls, where these keep an older word. */
  wire?: string
  /** Its column; of a sealed field the beginning of its columns. Absent: stored in another table. */
  column?: string
  /** Stored encrypted, with a mask and a blind index; only the mask is shown. */
  sealed?: true
  /** The words of coded values. */
  codes?: Readonly<Record<number, string>>
  /** The refusal if another record has the same value. */
  unique?: RefusalName
  /** `setting`: a setting of the system decides (D-70). */
  required?: 'always' | 'setting'
  /** A column of the import sheets, in the order of the catalogue. */
  sheet?: true
  /** A source may set it. `usual`: its names in other systems; `clears`: an empty value empties it. */
  sync?: { example: string; usual?: readonly string[]; clears?: true }
  /** Sent by pushes. */
  push?: true
  /** Compared by reviews. */
  review?: true
  /** One line that the applicant may correct when a rejected change is submitted again. */
  resubmit?: true
  /** May be restored from the data history by the call that edits the record. */
  restore?: true
  /** Applications may receive it. */
  claim?: true
  /** Applications may take it as the name of the account. */
  account?: true
  /** The SCIM schema and attribute. */
  scim?: `${'core' | 'enterprise' | 'hufu'}:${string}`
  /** A column of the list: always shown, shown while there is room, or chosen by the user. */
  list?: { width: number; shown: 'always' | 'spare' | 'optional'; sorted?: true }
  /** A field of the form, and its section there and in the details. `first`: above 更多, which opens the sections. */
  form?: { section: 'person' | 'account'; first?: true; hint?: string }
}

/** The fields of a record, in the order of its sheets. */
export type Catalogue = Readonly<Record<string, Field>>
type KeyOf<C> = keyof C & string

/** The keys of the fields that have a property. */
export type KeysWith<C extends Catalogue, P extends keyof Field> = { [K in KeyOf<C>]: P extends keyof C[K] ? K : never }[KeyOf<C>]
export const keysWith = <C extends Catalogue, P extends keyof Field>(catalogue: C, property: P): KeysWith<C, P>[] =>
  Object.keys(catalogue).filter(key => property in catalogue[key]!) as KeysWith<C, P>[]

/** The keys of the fields that have a property and are stored as they are in a column of the record. */
export type PlainWith<C extends Catalogue, P extends keyof Field> = Exclude<KeysWith<C, P> & KeysWith<C, 'column'>, KeysWith<C, 'sealed'>>
export const plainWith = <C extends Catalogue, P extends keyof Field>(catalogue: C, property: P): PlainWith<C, P>[] =>
  keysWith(catalogue, property).filter(key => catalogue[key]!.column !== undefined && catalogue[key]!.sealed === undefined) as PlainWith<
    C,
    P
  >[]

/** Whether the field is stored in a column of the record. */
export const isStoredIn =
  <C extends Catalogue>(catalogue: C) =>
  <K extends KeyOf<C>>(key: K): key is K & KeysWith<C, 'column'> =>
    catalogue[key]!.column !== undefined

/** The columns of the fields that have a property. */
export const columnsWith = (catalogue: Catalogue, property: keyof Field): string[] =>
  keysWith(catalogue, property).flatMap(key => catalogue[key]!.column ?? [])

export const labelsOf = <C extends Catalogue, K extends KeyOf<C>>(catalogue: C, keys: readonly K[]): Record<K, string> =>
  Object.fromEntries(keys.map(key => [key, catalogue[key]!.label])) as Record<K, string>

/** The labels of the columns as the data history stores them: of a sealed field it keeps the mask. */
export const columnLabels = (catalogue: Catalogue): Record<string, string> =>
  Object.fromEntries(
    Object.values(catalogue).flatMap(({ column, sealed, label }) =>
      column === undefined ? [] : [[sealed ? `${column}_mask` : column, label]],
    ),
  )

/** The field that a refusal of a value already taken is about. */
export const uniqueRefusals = <C extends Catalogue>(catalogue: C): Partial<Record<RefusalName, KeysWith<C, 'unique'>>> =>
  Object.fromEntries(keysWith(catalogue, 'unique').map(key => [catalogue[key]!.unique, key]))

/** A value as it is stored and sent, by its kind. */
interface KindValue {
  account: string
  name: string
  line: string | null
  words: string | null
  phone: string | null
  idCard: string | null
  email: string | null
  orgCode: string
  record: string | null
  records: string[]
  choice: 1 | 2 | null
  flag: 0 | 1
  time: string | null
  picture: string | null
  number: number | null
}
/** The values of some fields of a record. */
export type RecordValues<C extends Catalogue, K extends KeyOf<C>> = { [P in K]: KindValue[C[P]['kind']] }
