import type { TransformForm, TransformKind } from '@hufu/contract/provisioning/sync'
import { text } from '../text.ts'

type Param = TransformForm['params'][number]
const param = (name: keyof typeof text.param, type: Param['type'] = 'text', more: Partial<Param> = {}): Param => ({
  name,
  label: text.param[name],
  type,
  required: true,
  choices: [],
  ...more,
})

const params: Partial<Record<TransformKind, Param[]>> = {
  default: [param('value')],
  const: [param('value')],
  map: [param('map', 'pairs'), param('else', 'text', { required: false })],
  split: [param('separator')],
  join: [param('separator')],
  part: [param('index', 'number')],
  replace: [param('find'), param('by', 'text', { required: false })],
  date: [param('format', 'text', { required: false })],
  pinyin: [
    param('form', 'choice', {
      choices: [
        { value: 'full', name: text.pinyin.full },
        { value: 'initials', name: text.pinyin.initials },
      ],
    }),
  ],
  template: [param('text')],
  lookup: [param('dictType')],
  dnPart: [param('attribute'), param('nth', 'number', { required: false })],
  bit: [param('mask', 'number'), param('whenSet'), param('whenUnset')],
}

/** All transforms that a mapping may use, each with its parameters. */
export const transformMenu: readonly TransformForm[] = Object.entries(text.transform).map(([kind, [name, explanation]]) => ({
  kind: kind as TransformKind,
  name,
  explanation,
  params: params[kind as TransformKind] ?? [],
}))
