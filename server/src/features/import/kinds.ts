import { orgSheets } from '../org/org.ts'
import { userSheets } from '../user/user.ts'
import type { ImportKind, SheetKind } from './sheet-kind.ts'

/** Every sheet that can be imported. */
export const kinds: Readonly<Record<ImportKind, SheetKind>> = { ...userSheets, ...orgSheets }
