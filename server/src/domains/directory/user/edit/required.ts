import { mayBeRequired, userFields, type MayBeRequired } from '@hufu/contract/fields/user-fields'
import { OTHER_JOB, type JobDraft } from '@hufu/contract/directory/user'
import type { ConfigValues } from '../../../../platform/config/config-catalog.ts'
import { refuse } from '../../../../platform/http/refuse.ts'

/** Which fields the settings require (D-70). */
export const requiredFields = (config: ConfigValues): Record<MayBeRequired, boolean> => ({
  phone: config.requiredPhone,
  idCard: config.requiredIdCard,
  originUserId: config.requiredOriginUserId,
  employeeNumber: config.requiredEmployeeNumber,
})

/** While other jobs are switched off none can be added; existing ones stay. */
export function refuseOtherJobs(config: ConfigValues, jobs: readonly JobDraft[], present: ReadonlySet<string> = new Set()): void {
  if (config.openOtherJob) return
  if (jobs.some(job => job.jobType === OTHER_JOB && !present.has(job.orgId))) refuse('otherJobsOff')
}

/** `update`: an absent field keeps its value, so only an emptied one is refused. */
export function refuseMissing(
  config: ConfigValues,
  draft: Partial<Record<MayBeRequired, string | null | undefined>>,
  update: boolean,
): void {
  const required = requiredFields(config)
  for (const field of mayBeRequired) {
    const value = draft[field]
    const missing = update ? value !== undefined && !value : !value
    if (required[field] && missing) refuse('fieldRequired', { label: userFields[field].label })
  }
}
