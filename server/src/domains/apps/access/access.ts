/** What other domains may use (rule 3): who may open which application, and by which paths. */
export { grantsOfApp, grantsOfGroup, grantsOfRoles, countPeople, peopleEntitled, type GrantRows } from './people.sql.ts'
export { accessOf, groupsOf, pathsOf, type Access } from './paths.sql.ts'
export { countOpeners, type Openers } from './openers.sql.ts'
export { idsEntitled, pageEntitled, type Entitled } from './entitled.sql.ts'
export { rightsOf } from './rights.ts'
export { grantCount, grantInScope, subjectInScope } from './subjects.sql.ts'
export { lockSubjects, refuseGrantsBeyond, refuseOneself, type Grantable } from './subjects.ts'
