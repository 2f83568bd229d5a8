import type { ColumnType } from 'kysely'

/** Read parsed, written as text. */
export type Json<T> = ColumnType<T, string, string>
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>

/** Which value of an account goes into which claim of a token. */
export interface ClaimFrom {
  claim: string
  from: string
}
