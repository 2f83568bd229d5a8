import { z } from 'zod'

/** To whom something may be given (D-62; posts and lines beyond it). */
export const SubjectType = z.enum(['user', 'org', 'label', 'workGroup', 'post', 'stripe'])
export type SubjectType = z.infer<typeof SubjectType>

/** What stands in the way, the nearest to being right first. */
export const PathProblem = z.enum([
  'over',
  'notBegun',
  'accountDisabled',
  'roleDisabled',
  'groupDisabled',
  'appDisabled',
  'subjectDisabled',
  'notBelow',
])
export type PathProblem = z.infer<typeof PathProblem>

/** One way by which a person may, or for `fault` may not, open an application. */
export const Path = z.object({
  appId: z.string(),
  appName: z.string(),
  roleId: z.string().nullable(),
  roleName: z.string().nullable(),
  grantId: z.string(),
  subjectType: SubjectType,
  subjectId: z.string(),
  subjectName: z.string().nullable(),
  /** The permission group it goes through. */
  groupId: z.string().nullable(),
  groupName: z.string().nullable(),
  beginTime: z.string().nullable(),
  endTime: z.string().nullable(),
  fault: PathProblem.nullable(),
})
export type Path = z.infer<typeof Path>
