export { addOwnItems } from './api-item.sql.ts'
