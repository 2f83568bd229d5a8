/**
 * node:http and node:https without the namespace of an ES module, which reads every export when it opens, and with them
 * WebSocket and the whole of undici: 35 ms of the start and 16 MB nobody uses.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
export const { request: secureRequest } = process.getBuiltinModule('node:https')
