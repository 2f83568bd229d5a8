import { port } from '../platform/port.ts'
import type { ImportKind, SheetKind } from './sheet-kind.ts'

/** Every sheet that can be imported, by the domain that knows its rows; `app.ts` connects them at the start. */
export const kinds = port<Readonly<Record<ImportKind, SheetKind>>>('the import of sheets')
