import { z } from 'zod'
import { button, menu } from '../call.ts'
import { expected, filters, id, ids } from '../shapes.ts'

/** The pages that show users. */
export const pages = ['/organiz/index', '/organiz/org-list'] as const
export const list = menu(...pages)
export const one = z.object({ id })
/** The ticked rows, or all the filters find. */
export const chosen = { ids: ids.nullish(), query: filters, expected }
export const form = button(pages, 'add-user', 'edit-user', 'batch-save')
