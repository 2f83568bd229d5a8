/**
 * node:http and node:https without importing them as ES modules. An import reads every export, which loads WebSocket and all of
 * undici: 35 ms at start and 16 MB that Hufu does not use.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
export const { request: secureRequest } = process.getBuiltinModule('node:https')
