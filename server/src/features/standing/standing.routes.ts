import { standing } from '@hufu/contract/standing'
import { feature } from '../../kernel/turn.ts'
import { listLabels, listStandings } from './standing.sql.ts'

export const standingFeature = feature('standing', standing, {
  ranks: ({ db }) => listStandings(db, 'rank'),
  titles: ({ db }) => listStandings(db, 'title'),
  duties: ({ db }) => listStandings(db, 'duty'),
  posts: ({ db }) => listStandings(db, 'post'),
  labels: ({ db }) => listLabels(db),
})
