import type { Kernel } from '../../../platform/kernel.ts'
import { appOfService } from './service.sql.ts'

export const CAS_PATH = '/protocols/cas'

/** The application whose request continues at this address. */
export async function appOfCasRequest({ db }: Kernel, { pathname, searchParams }: URL): Promise<string | undefined> {
  const [service, ...more] = pathname === `${CAS_PATH}/login` ? searchParams.getAll('service') : []
  if (!service || more.length > 0) return undefined
  return (await appOfService(db, service))?.id
}
