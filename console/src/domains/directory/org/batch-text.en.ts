import type { Translated } from '@hufu/contract/language'
import { acts, faults, fields } from '@hufu/contract/text'
import type { text as chinese } from './batch-text.ts'

export const text: Translated<typeof chinese> = {
  title: acts.addOrgs,
  description: 'Enter several organisations and what is below them under one parent, or import a whole tree from a table.',
  parent: fields.parentOrg,
  parentHint:
    'The rows below are added to this organisation. Ctrl+] puts a row below the one above it, Ctrl+[ takes it back. In what you paste, leading spaces stand for levels.',
  parentUnsaved: 'The parent row has not been saved',
  in: 'Put below the row above',
  inRow: row => `Put row ${row} below the row above`,
  out: 'Take back one level',
  outRow: row => `Take row ${row} back one level`,
  depth: depth => `Level ${depth + 1}`,
  home: name => `${name} /`,
  parentNeeded: 'Choose the parent organisation first',
  label: 'Organisations to add',
  columns: {
    name: fields.name,
    code: fields.code,
    shortName: fields.shortName,
    orgType: 'Type',
    leader: 'In charge',
    phone: fields.telephone,
  },
  codeProblem: faults.orgCodeWrong,
  insert: acts.addOrg,
  update: 'Update organisations',
  insertHint:
    'Each row adds an organisation; the code of the parent organisation says where. The parent can be another row of the table, before or after it.',
  updateHint: 'The organisation to update is found by its code; empty cells change nothing.',
}
