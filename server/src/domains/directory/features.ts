import type { Feature } from '../../platform/http/context.ts'
import { labelFeature } from './label/label.routes.ts'
import { orgFeature, orgRangeFeature } from './org/org.routes.ts'
import { dutyFeature, orgSettingFeature, postFeature, rankFeature, titleFeature } from './position-attribute/position-attribute.routes.ts'
import { businessLineFeature } from './business-line/business-line.routes.ts'
import { userFeature } from './user/user.routes.ts'
import { workGroupFeature } from './work-group/work-group.routes.ts'

export const directoryFeatures: readonly Feature[] = [
  orgFeature,
  orgRangeFeature,
  userFeature,
  orgSettingFeature,
  rankFeature,
  titleFeature,
  dutyFeature,
  postFeature,
  labelFeature,
  businessLineFeature,
  workGroupFeature,
]
