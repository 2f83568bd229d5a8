import { z } from 'zod'

/** The closed list of transforms of a value that is read; `syncText.transform` has their names. */
export const transformKinds = [
  'trim', 'upper', 'lower', 'nfkc', 'default', 'const', 'map', 'split', 'join', 'part', 'replace', 'date', 'phoneCn', 'idCardClean', 'pinyin',
  'template', 'lookup', 'dnPart', 'bit', 'fileTime', 'guid',
] as const // prettier-ignore
export type TransformKind = (typeof transformKinds)[number]

const word = z.string().max(200)
const separator = z.string().min(1).max(5)
const bare = <K extends TransformKind>(kind: K) => z.strictObject({ kind: z.literal(kind) })
const withParts = <K extends TransformKind, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape })

export const Transform = z.discriminatedUnion('kind', [
  bare('trim'),
  bare('upper'),
  bare('lower'),
  bare('nfkc'),
  withParts('default', { value: word }),
  withParts('const', { value: word }),
  /** `else`: the value for anything the map lacks; without it, such a row is refused. */
  withParts('map', { map: z.record(word, word), else: word.optional() }),
  withParts('split', { separator }),
  withParts('join', { separator: z.string().max(5) }),
  /** The index counts from 0; a negative one counts from the end. */
  withParts('part', { index: z.int().min(-50).max(50) }),
  withParts('replace', { find: z.string().min(1).max(100), by: z.string().max(100) }),
  /** The format of the source's value, such as `yyyyMMdd` or `dd/MM/yyyy HH:mm`; without one, ISO 8601 or milliseconds. */
  withParts('date', { format: z.string().min(1).max(40).optional() }),
  bare('phoneCn'),
  bare('idCardClean'),
  withParts('pinyin', { form: z.enum(['full', 'initials']) }),
  /** `{{a.b}}` stands for a value of the row. */
  withParts('template', { text: z.string().min(1).max(200) }),
  /** Turns the name of an entry of that dictionary type into its code. */
  withParts('lookup', { dictType: z.string().min(1).max(50) }),
  /** Takes the `nth` value of an attribute of a distinguished name, from the left. */
  withParts('dnPart', { attribute: z.string().min(1).max(30), nth: z.int().min(0).max(20).default(0) }),
  withParts('bit', { mask: z.int().min(1).max(0x7fffffff), whenSet: word, whenUnset: word }),
  bare('fileTime'),
  bare('guid'),
])
export type Transform = z.infer<typeof Transform>

/** When a mapped value is written: at every run, only for a new object, or only where the field is empty. */
export const mappingTimes = ['always', 'new', 'empty'] as const
export const MAPPING_LINES_MAX = 100
export const TRANSFORMS_MAX = 10

export const MappingLine = z.strictObject({
  /** Whether the line maps organisations or users; absent: the task's object type, or users if the task reads both. */
  object: z.enum(['org', 'user']).optional(),
  /** The name of a field that listField returns. */
  to: z.string().min(1).max(50),
  /** A path such as `data.dept[0].id`; absent if a transform supplies the value. */
  from: z.string().max(200).optional(),
  transform: z.array(Transform).max(TRANSFORMS_MAX).optional(),
  when: z.enum(mappingTimes).optional(),
  /** A row without a value is refused. */
  required: z.boolean().optional(),
})
export type MappingLine = z.infer<typeof MappingLine>

/** Fields that hold ids of the source. */
export const relinkFields = ['originUserId', 'originOrgId', 'parentOriginId', 'jobs'] as const
export const RelinkLine = MappingLine.pick({ object: true, from: true, transform: true }).extend({ to: z.enum(relinkFields) })

/** A list of lines, or the short form `{userName: 'login'}`, which stands for lines without transforms. */
export const Mapping = z.union([z.array(MappingLine).max(MAPPING_LINES_MAX), z.record(z.string().max(50), z.string().max(200))])
export type Mapping = z.infer<typeof Mapping>

/** A field a mapping line can write, for the mapping table. */
export const SyncField = z.object({
  field: z.string(),
  name: z.string(),
  required: z.boolean(),
  object: z.enum(['org', 'user']),
  /** `list`: several values; `flag`: 1 or 0; `choice`: a code of a dictionary or a fixed one. */
  kind: z.enum(['text', 'number', 'flag', 'choice', 'time', 'list']),
  /** No two objects may have the same value. */
  unique: z.boolean(),
  /** The field is never pushed to applications and never shown in clear. */
  sensitive: z.boolean(),
  example: z.string(),
})
export type SyncField = z.infer<typeof SyncField>

/** The form of one transform, for the menu of transforms: a name, an explanation and its parameters. */
export const TransformForm = z.object({
  kind: z.enum(transformKinds),
  name: z.string(),
  explanation: z.string(),
  params: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.enum(['text', 'number', 'pairs', 'choice']),
      required: z.boolean(),
      choices: z.array(z.object({ value: z.string(), name: z.string() })),
    }),
  ),
})
export type TransformForm = z.infer<typeof TransformForm>
