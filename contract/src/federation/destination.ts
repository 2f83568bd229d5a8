import { z } from 'zod'
import { get } from '../call.ts'

const ADDRESS_MAX = 8000
/** The address the sign-in page continues to after the sign-in, as its own address names it. */
const destinationQuery = z.object({ uri: z.string().max(ADDRESS_MAX) })

/** The application whose request waits until the user has signed in. */
export const Destination = z.object({ name: z.string(), hasLogo: z.boolean() })
export type Destination = z.infer<typeof Destination>

export const destination = {
  /** null if the address is not a waiting request of an application. */
  find: get('/userLogin/getDestination', { permit: 'anyone', query: destinationQuery, reply: Destination.nullable() }),
  logo: get('/userLogin/getDestinationLogo', { permit: 'anyone', query: destinationQuery, transport: 'bytes', reply: z.undefined() }),
}
