import { z } from 'zod'
import { LoginData } from '@hufu/contract/sign-in/sign-in'
import type { AnyCall, Permit } from '@hufu/contract/call'
import { callKey, clientCalls } from '@hufu/contract/federation/client-calls'
import { refusals } from '@hufu/contract/refusals'
import { screens } from '@hufu/contract/screens'
import type { Schema } from '@hufu/contract/schema'
import { openApiText as text } from './openapi-text.ts'

export interface Operation {
  operationId: string
  tags: string[]
  description: string
  'x-hufu-permit': Permit
  security: Record<string, never[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, JsonSchema>
}

export interface OpenApi {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>
  components: { securitySchemes: Record<string, JsonSchema>; schemas: Record<string, JsonSchema>; responses: Record<string, JsonSchema> }
}

type Calls = Readonly<Record<string, Readonly<Record<string, AnyCall>>>>
const JSON_TYPE = 'application/json'
const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** OpenAPI 3.1 of a contract. What the contract cannot say in JSON Schema (a refinement's sentence) is left out. */
export function openApiOf(calls: Calls, version: string): OpenApi {
  const schemas = collectSchemas(calls)
  const paths: OpenApi['paths'] = {}
  for (const [noun, list] of Object.entries(calls))
    for (const [name, call] of Object.entries(list))
      for (const [n, path] of [call.path, ...call.alias].entries()) {
        const operation = operationOf(call, noun, name, schemas.refOf)
        const alias = n > 0 && { operationId: `${operation.operationId}.alias${n}`, description: text.aliasOf(`/api${call.path}`) }
        const method = call.method === 'GET' ? 'get' : 'post'
        paths[path] = { ...paths[path], [method]: { ...operation, ...alias } }
      }
  return {
    openapi: '3.1.1',
    info: { title: text.title, version, description: text.about },
    servers: [{ url: '/api' }],
    tags: Object.keys(calls).map(name => ({ name })),
    paths,
    components: {
      securitySchemes,
      schemas: { ...schemas.all, Refusal: refusal, Fault: serviceError },
      responses: { Fault: serviceErrorResponse },
    },
  }
}

function operationOf(call: AnyCall, noun: string, name: string, refOf: (schema: unknown) => JsonSchema): Operation {
  const parameters = parametersOf(call)
  const body = bodyOf(call, refOf)
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    description: descriptionOf(call),
    'x-hufu-permit': call.permit,
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { 200: answerOf(call, refOf), default: { $ref: '#/components/responses/Fault' } },
  }
}

function securityOf(call: AnyCall): Operation['security'] {
  if (call.permit === 'anyone') return []
  return [
    ...(call.permit === 'client' ? [] : [{ token: [] }]),
    ...(call.transport === 'link' ? [{ link: [] }] : []),
    ...(clientCalls.has(callKey(call)) ? [{ clientId: [], clientSecret: [] }, { bearer: [] }] : []),
  ]
}

export function permitSentences(permit: Permit): string[] {
  if (typeof permit === 'string') return [text[permit]]
  if (permit.pages === '*') return [text.anyPage]
  const names = permit.pages.map(path => `${screens.find(screen => screen.path === path)?.title ?? ''}（${path}）`)
  return [
    text.pages(names),
    ...(permit.buttons.length > 0 ? [text.buttons(permit.buttons)] : []),
    ...(permit.alone.length > 0 ? [text.alone(permit.alone)] : []),
  ]
}

const ORDINARY_BYTES = 1024 * 1024
const descriptionOf = (call: AnyCall): string =>
  [
    ...permitSentences(call.permit),
    ...(call.changes ? [text.changes] : []),
    ...(call.loginLike ? [text.loginLike] : []),
    ...(call.maxBytes === ORDINARY_BYTES ? [] : [text.maxBytes(call.maxBytes)]),
  ].join('；')

function bodyOf(call: AnyCall, refOf: (schema: unknown) => JsonSchema): Operation['requestBody'] {
  if (call.transport === 'upload') {
    const file: JsonSchema = {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream', description: text.upload } },
      required: ['file'],
    }
    const schema = call.body ? { allOf: [file, refOf(call.body)] } : file
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  return call.body
    ? { required: !z.safeParse(call.body, undefined).success, content: { [JSON_TYPE]: { schema: refOf(call.body) } } }
    : undefined
}

function answerOf(call: AnyCall, refOf: (schema: unknown) => JsonSchema): JsonSchema {
  if (call.transport === 'link' || call.transport === 'bytes' || call.transport === 'page') {
    const type = { bytes: 'image/*', page: 'text/html', link: 'application/octet-stream' }[call.transport]
    return { description: text.file, content: { [type]: { schema: { type: 'string', contentMediaType: type } } } }
  }
  const code = { const: call.reply === LoginData ? '0' : 'success' }
  const success = {
    type: 'object',
    properties: { code, message: { type: 'string' }, data: refOf(call.reply) },
    required: ['code', 'message', 'data'],
  }
  return { description: text.refused, content: { [JSON_TYPE]: { schema: { anyOf: [success, schemaRef('Refusal')] } } } }
}

const securitySchemes = {
  token: { type: 'apiKey', in: 'header', name: 'token', description: text.token },
  clientId: { type: 'apiKey', in: 'header', name: 'X-Client-Id', description: text.clientId },
  clientSecret: { type: 'apiKey', in: 'header', name: 'X-Client-Secret', description: text.clientSecret },
  bearer: { type: 'http', scheme: 'bearer', description: text.bearer },
  link: { type: 'apiKey', in: 'cookie', name: 'idaas-link', description: text.link },
}
const refusalCodes = [...new Set(Object.values(refusals).map(({ code }) => code))].sort()
const envelope = { message: { type: 'string' }, data: {}, traceId: { type: 'string' } }
const refusal = {
  type: 'object',
  properties: { code: { enum: refusalCodes }, status: { const: false }, ...envelope },
  required: ['code', 'message', 'data'],
}
const serviceError = {
  type: 'object',
  properties: { code: { const: 'service_error' }, ...envelope },
  required: ['code', 'message', 'data'],
}
const serviceErrorResponse = { description: text.serviceError, content: { [JSON_TYPE]: { schema: schemaRef('Fault') } } }

export type JsonSchema = Record<string, unknown>
export interface Parameter {
  name: string
  in: 'query'
  required: boolean
  schema: JsonSchema
}

const options = { target: 'draft-2020-12', unrepresentable: 'any' } as const
const SHARED = '__shared'
const uri = (name: string) => `#/components/schemas/${name}`

/** Schemas of request bodies (input side) and replies (output side), each once, under the name of the first call that has it. */
function collectSchemas(calls: Readonly<Record<string, Readonly<Record<string, AnyCall>>>>) {
  const sides = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  const names = new Map<unknown, string>()
  const add = (side: keyof typeof sides, schema: Schema | undefined, name: string) => {
    if (!schema || names.has(schema)) return
    names.set(schema, name)
    sides[side].add(schema, { id: name })
  }
  for (const [noun, list] of Object.entries(calls))
    for (const [name, call] of Object.entries(list)) {
      add('input', call.body, `${noun}.${name}.body`)
      if (call.transport !== 'link' && call.transport !== 'bytes' && call.transport !== 'page')
        add('output', call.reply, `${noun}.${name}.reply`)
    }
  const all = Object.fromEntries(
    (['input', 'output'] as const).flatMap(io => {
      // Zod puts what several schemas of a side share into one extra schema, so each side needs a name of its own for it.
      const nameOf = (name: string) => (name === SHARED ? `shared.${io}` : name)
      const { schemas } = z.toJSONSchema(sides[io], { ...options, io, uri: name => uri(nameOf(name)) })
      return Object.entries(schemas).map(([name, schema]) => [nameOf(name), withoutMarks(schema as JsonSchema)])
    }),
  )
  const refOf = (schema: unknown): JsonSchema => ({ $ref: uri(names.get(schema) ?? '') })
  return { all, refOf }
}

/** Within one document a schema needs neither $schema nor $id, and its references to itself become full addresses. */
function withoutMarks({ $schema: _dialect, $id: id, ...schema }: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? whole(value, id as string) : value,
  ) as JsonSchema
}
const whole = (ref: string, id: string) =>
  ref === '#' ? id : ref.startsWith('#/$defs/') ? id + ref.slice(1) : ref.replace('#/$defs/', '/$defs/')

/** A field is required if the schema refuses its absence; else the value it then takes is the default. */
export function parametersOf({ query }: AnyCall): Parameter[] {
  if (!query || !('shape' in query)) return []
  return Object.entries(query.shape as Record<string, Schema>).map(([name, field]) => {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(field, { ...options, io: 'input' }) as JsonSchema
    const absent = z.safeParse(field, undefined)
    const fallback = absent.success && absent.data !== undefined ? { default: absent.data } : {}
    return { name, in: 'query', required: !absent.success, schema: { ...schema, ...fallback } }
  })
}
