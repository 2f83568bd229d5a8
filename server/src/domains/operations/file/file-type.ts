import { extname } from 'node:path'

/** File types that a browser or a desktop might execute. */
const REFUSED = new Set(['.exe', '.bat', '.cmd', '.sh', '.js', '.html', '.htm', '.svg', '.com', '.msi', '.vbs', '.ps1', '.xhtml', '.mjs'])
export const refusedType = (name: string): boolean => REFUSED.has(extname(name.trim()).toLowerCase())

const types: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.txt': 'text/plain; charset=utf-8',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}
export const contentTypeOf = (name: string): string => types[extname(name).toLowerCase()] ?? 'application/octet-stream'
