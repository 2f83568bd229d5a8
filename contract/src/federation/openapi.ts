import { z } from 'zod'
import { get, link } from '../call.ts'

/** The whole contract for machines, and the same as a page to read. The document stands bare, without an envelope. */
export const openapi = {
  json: get('/openapi.json', { permit: 'superAdmin', reply: z.unknown() }),
  page: link('/docs', { permit: 'superAdmin', reply: z.unknown() }),
}
