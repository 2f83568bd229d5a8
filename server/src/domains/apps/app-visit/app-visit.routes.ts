import { appVisit } from '@hufu/contract/apps/app-visit'
import { feature } from '../../../platform/http/context.ts'
import { pageVisits } from './app-visit.sql.ts'

/** Who came to an application and who was refused; the protocols write it down. */
export const appVisitFeature = feature('appVisit', appVisit, {
  page: ({ kernel: { db, keys }, scope, query }) => pageVisits({ db, keys, scope }, query),
})
