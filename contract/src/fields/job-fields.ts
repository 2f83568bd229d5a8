import type { Field } from './field.ts'
import { fields, states, things } from '../text.ts'

/** The fields of a job. */
export const jobFields = {
  orgId: { label: things.org, kind: 'record', column: 'org_id' },
  jobType: { label: fields.jobType, kind: 'choice', column: 'job_type', codes: { 1: states.mainJob, 2: states.otherJob } },
  rankId: { label: fields.rank, kind: 'record', column: 'rank_id' },
  titleId: { label: fields.title, kind: 'record', column: 'title_id', wire: 'positionalTitlesId' },
  dutyId: { label: fields.duty, kind: 'record', column: 'duty_id', wire: 'positionId' },
  postId: { label: fields.post, kind: 'record', column: 'post_id', wire: 'stationId' },
  sortNum: { label: fields.sortNum, kind: 'number', column: 'sort_num' },
} as const satisfies Record<string, Field> // prettier-ignore
