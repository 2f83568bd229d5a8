/** The door of this feature for others (house rule 3): who may open what, and by what way. */
export { accessOf, groupsOf, pathsOf, type Access } from './paths.sql.ts'
export { countOpeners, type Openers } from './openers.sql.ts'
export { holdSubjects, refuseGrantsBeyond, type Grantable } from './subjects.ts'
