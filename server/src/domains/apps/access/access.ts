/** The door of this feature for others (house rule 3): who may open what, and by what way. */
export { grantsOfApp, grantsOfGroup, grantsOfRoles, countPeople, peopleReached, type Given } from './people.sql.ts'
export { accessOf, groupsOf, pathsOf, type Access } from './paths.sql.ts'
export { countOpeners, type Openers } from './openers.sql.ts'
export { idsReached, pageReached, type Reached } from './reached.sql.ts'
export { rightsOf } from './rights.ts'
export { grantCount, subjectWithin } from './subjects.sql.ts'
export { lockSubjects, refuseGrantsBeyond, refuseOneself, type Grantable } from './subjects.ts'
