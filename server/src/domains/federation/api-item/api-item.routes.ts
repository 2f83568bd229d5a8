import { apiItem, type ApiItem } from '@hufu/contract/federation/api-item'
import { feature, refreshingConfig } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { addOwnItems } from './api-item.sql.ts'
import {
  countApiItems, findApiItem, insertApiItem, isApiPathTaken, listApiGroups, lockApiItems, pageApiItems, removeApiItems, setApiStatus,
  updateApiItem,
} from './api-manage.sql.ts' // prettier-ignore

const isOwn = ({ builtIn, isMissing }: ApiItem) => builtIn === 0 || isMissing
/** Refuses to change or delete an API that clients hold, unless the server no longer has it. */
function refuseHeld({ name, holderCount, isMissing }: ApiItem): void {
  if (holderCount > 0 && !isMissing) refuse('apiHeld', { name, count: holderCount })
}

export const apiItemFeature = feature('apiItem', apiItem, {
  page: ({ db, query }) => pageApiItems(db, query),
  groups: ({ db }) => listApiGroups(db),
  byId: ({ db, query }) => findApiItem(db, query.id),
  save: refreshingConfig(async ({ db, body, auditTarget }) => {
    auditTarget(`${body.method} ${body.path}`)
    return { id: await insertApiItem(db, body) }
  }),
  update: refreshingConfig(async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    const [item] = await lockApiItems(db, [body.id])
    const isMoved = body.method !== item!.method || body.path !== item!.path
    if (isMoved && item!.builtIn === 1) refuse('apiFixed')
    if (isMoved) refuseHeld(item!)
    if (body.openable === 1 && item!.openable === 0 && !item!.mayOpen) refuse('apiNotOpenable')
    await updateApiItem(db, body)
  }),
  remove: refreshingConfig(async ({ db, body }) => {
    const items = await lockApiItems(db, body.ids)
    if (!items.every(isOwn)) refuse('apiBuiltIn')
    for (const item of items) refuseHeld(item)
    return removeApiItems(db, body.ids)
  }),
  setStatus: refreshingConfig(async ({ db, query, body }) => {
    const status = query.status ?? refuse('statusProblem')
    const items = await lockApiItems(db, body.ids)
    if (status === 0 && items.some(item => !item.isClosable)) refuse('apiNeverClosed')
    return setApiStatus(db, body.ids, status)
  }),
  pathTaken: ({ db, query }) => isApiPathTaken(db, query),
  refresh: refreshingConfig(async ({ db }) => {
    const added = await addOwnItems(db)
    return { added, ...(await countApiItems(db)) }
  }),
})
