import { z } from 'zod'
import { get } from '../call.ts'

const ADDRESS_MAX = 8000
/** Where the sign-in page leads: `uri` as given in the address. */
const onward = z.object({ uri: z.string().max(ADDRESS_MAX) })

/** The application whose request waits for somebody to sign in. */
export const Destination = z.object({ name: z.string(), hasLogo: z.boolean() })
export type Destination = z.infer<typeof Destination>

export const destination = {
  /** null: no request of an application waits there. */
  find: get('/userLogin/getDestination', { permit: 'anyone', query: onward, reply: Destination.nullable() }),
  logo: get('/userLogin/getDestinationLogo', { permit: 'anyone', query: onward, carriage: 'bytes', reply: z.undefined() }),
}
