import { z } from 'zod'
import { get } from '../call.ts'

const ADDRESS_MAX = 8000
/** Where the sign-in page leads: `uri` as given in the address. */
const destinationQuery = z.object({ uri: z.string().max(ADDRESS_MAX) })

/** The application whose request waits for somebody to sign in. */
export const Destination = z.object({ name: z.string(), hasLogo: z.boolean() })
export type Destination = z.infer<typeof Destination>

export const destination = {
  /** null: no request of an application waits there. */
  find: get('/userLogin/getDestination', { permit: 'anyone', query: destinationQuery, reply: Destination.nullable() }),
  logo: get('/userLogin/getDestinationLogo', { permit: 'anyone', query: destinationQuery, transport: 'bytes', reply: z.undefined() }),
}
