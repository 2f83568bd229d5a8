import { sql, type RawBuilder } from 'kysely'
import { everyone } from '../../../platform/access/scope.ts'

/** The name of the subject in a row of `alias`. */
export const subjectName = (alias: string): RawBuilder<string | null> => {
  const [type, id] = [sql.ref(`${alias}.subject_type`), sql.ref(`${alias}.subject_id`)]
  return everyone(
    'names a subject that subjectInScope has found within the scope',
    sql<string | null>`case ${type}
    when 'user' then (select u.real_name from users u where u.id = ${id})
    when 'org' then (select o.name from org o where o.id = ${id})
    when 'label' then (select l.name from user_label l where l.id = ${id})
    when 'workGroup' then (select w.name from work_group w where w.id = ${id})
    when 'post' then (select s.name from standing s where s.id = ${id})
    when 'stripe' then (select t.name from stripe t where t.id = ${id}) end`,
  )
}
