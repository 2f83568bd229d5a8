import { z } from 'zod'

/** The kinds of subjects of grants (D-62; posts and lines are additions). */
export const SubjectType = z.enum(['user', 'org', 'label', 'workGroup', 'post', 'stripe'])
export type SubjectType = z.infer<typeof SubjectType>

/** Reasons why a path does not open, from nearly usable to least usable. */
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

/** An access path by which a user may open an application, or may not because of `fault`. */
export const Path = z.object({
  appId: z.string(),
  appName: z.string(),
  roleId: z.string().nullable(),
  roleName: z.string().nullable(),
  grantId: z.string(),
  subjectType: SubjectType,
  subjectId: z.string(),
  subjectName: z.string().nullable(),
  /** The permission group of the path, null without one. */
  groupId: z.string().nullable(),
  groupName: z.string().nullable(),
  beginTime: z.string().nullable(),
  endTime: z.string().nullable(),
  fault: PathProblem.nullable(),
})
export type Path = z.infer<typeof Path>
