import { z } from 'zod'
import { get, link } from '../call.ts'

/** The whole contract as an OpenAPI document, and as a page to read. The document comes without the envelope. */
export const openapi = {
  json: get('/openapi.json', { permit: 'superAdmin', reply: z.unknown() }),
  page: link('/docs', { permit: 'superAdmin', reply: z.unknown() }),
}
