import { port } from '../platform/port.ts'
import type { ImportKind, SheetKind } from './sheet-kind.ts'

/** Every kind of sheet that can be imported, from its domain; `app.ts` connects them at start. */
export const kinds = port<Readonly<Record<ImportKind, SheetKind>>>('the import of sheets')
