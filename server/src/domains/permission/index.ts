export { saveMenu } from './menu/menu.sql.ts'
export { insertRole } from './role/role.sql.ts'
export { isSeparated } from './separation/separation.sql.ts'
