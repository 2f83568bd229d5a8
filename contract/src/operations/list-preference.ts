import { z } from 'zod'
import { get, post } from '../call.ts'
import { done, text } from '../shapes.ts'
import { fields } from '../text.ts'

const VIEWS_MAX = 20
export const VIEW_NAME_MAX = 20
/** The address of the page and, behind #, its tab. */
const list = z.string().regex(/^\/[\w/:#-]{1,120}$/)
const column = z.string().max(40)
const columns = z.array(column).max(60)

/** The columns of one table: hidden ones, the order of all, and those fixed at the left. */
export const ColumnLayout = z.strictObject({ hidden: columns, order: columns, pinned: columns })
export type ColumnLayout = z.infer<typeof ColumnLayout>
/** A saved search: the query of the address, with a name. */
export const ListView = z.strictObject({ name: text(fields.name, VIEW_NAME_MAX), search: z.string().max(1000) })
export type ListView = z.infer<typeof ListView>

/** How a user wants to see a list, on every device. */
export const listPreference = {
  /** `columns` is null while unchanged. */
  get: get('/v3/listPreference/get', {
    permit: 'signedIn',
    query: z.object({ list }),
    reply: z.object({ columns: ColumnLayout.nullable(), views: z.array(ListView) }),
  }),
  saveColumns: post('/v3/listPreference/saveColumns', {
    permit: 'signedIn',
    body: z.strictObject({ list, columns: ColumnLayout.nullable() }),
    reply: done,
  }),
  saveViews: post('/v3/listPreference/saveViews', {
    permit: 'signedIn',
    body: z.strictObject({ list, views: z.array(ListView).max(VIEWS_MAX) }),
    reply: done,
  }),
}
