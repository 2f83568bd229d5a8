import { appVisit } from '@hufu/contract/apps/app-visit'
import { feature } from '../../../platform/http/context.ts'
import { pageVisits } from './app-visit.sql.ts'

/** The sign-ins and refusals at an application, recorded by the protocols. */
export const appVisitFeature = feature('appVisit', appVisit, {
  page: ({ kernel: { db, keys }, scope, query }) => pageVisits({ db, keys, scope }, query),
})
