import { dict, type DictItem } from '@hufu/contract/operations/dict'
import { reorder } from '../../../platform/database/sort-order.ts'
import { feature, refreshingConfig } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { insertDictType, isDictTypeTaken, pageDictTypes, removeDictTypes, updateDictType } from './dict-type.sql.ts'
import {
  bumpDictionary, countDictItems, findDictItem, insertDictItem, isDictCodeTaken, lockDictItems, lockFreeType, pageDictItems, removeDictItems,
  setDictStatus, updateDictItem,
} from './dict.sql.ts' // prettier-ignore

function refuseUsed({ name, useCount }: DictItem): void {
  if (useCount) refuse('dictItemUsed', { name, count: useCount })
}
function refuseLocked(items: readonly DictItem[]): void {
  if (items.some(item => item.locked === 1)) refuse('dictItemLocked')
}

export const dictFeature = feature('dict', dict, {
  pageType: ({ db, query }) => pageDictTypes(db, query),
  saveType: refreshingConfig(async ({ db, body, auditTarget }) => {
    auditTarget(body.type)
    return { id: await insertDictType(db, body) }
  }),
  updateType: refreshingConfig(async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    await updateDictType(db, body)
  }),
  removeType: refreshingConfig(({ db, body }) => removeDictTypes(db, body.ids)),
  typeTaken: ({ db, query }) => isDictTypeTaken(db, query),
  page: ({ db, query }) => pageDictItems(db, query),
  byId: ({ db, query }) => findDictItem(db, query.id),
  save: refreshingConfig(async ({ db, body, auditTarget }) => {
    await lockFreeType(db, body.type)
    auditTarget(`${body.type}:${body.code}`)
    return { id: await insertDictItem(db, body) }
  }),
  update: refreshingConfig(async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    const [item] = await lockDictItems(db, [body.id])
    if (body.code !== item!.code) {
      refuseLocked([item!])
      refuseUsed(item!)
    }
    await updateDictItem(db, body)
  }),
  remove: refreshingConfig(async ({ db, body }) => {
    const items = await lockDictItems(db, body.ids)
    refuseLocked(items)
    for (const item of items) refuseUsed(item)
    return removeDictItems(db, body.ids)
  }),
  setStatus: refreshingConfig(async ({ db, query, body }) => {
    const status = query.status ?? refuse('statusProblem')
    refuseLocked(await lockDictItems(db, body.ids))
    return setDictStatus(db, body.ids, status)
  }),
  codeTaken: ({ db, query }) => isDictCodeTaken(db, query),
  list: async ({ kernel, query: { type } }) => [...((await kernel.dictionary.entriesOf(type)) ?? refuse('dictTypeUnknown', { type }))],
  refresh: refreshingConfig(async ({ db }) => {
    await bumpDictionary(db)
    return countDictItems(db)
  }),
  saveOrder: refreshingConfig(async ({ db, body }) => {
    await lockDictItems(db, body.ids)
    await reorder(db, { table: 'dict_item', key: 'id', owner: 'type', ownerId: body.type }, body.ids)
  }),
})
