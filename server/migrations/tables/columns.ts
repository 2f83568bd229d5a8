import type { ColumnType, Generated } from 'kysely'

/** Read parsed, written as text. */
export type Json<T> = ColumnType<T, string, string>
/** `yyyy-MM-dd HH:mm:ss` (D-09), now where nothing is said. */
export type Stamp = Generated<string>
/** 0 or 1, with a default. */
export type Flag = Generated<number>
