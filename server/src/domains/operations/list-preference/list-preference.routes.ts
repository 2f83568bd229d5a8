import { listPreference } from '@hufu/contract/operations/list-preference'
import { feature } from '../../../platform/http/context.ts'
import { findPreference, saveColumns, saveViews } from './list-preference.sql.ts'

export const listPreferenceFeature = feature('listPreference', listPreference, {
  get: ({ db, who, query }) => findPreference(db, who.userId, query.list),
  saveColumns: ({ db, who, body }) => saveColumns(db, who.userId, body),
  saveViews: ({ db, who, body }) => saveViews(db, who.userId, body),
})
