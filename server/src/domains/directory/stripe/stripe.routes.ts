import { stripe } from '@hufu/contract/directory/stripe'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import { pageUsers } from '../user/user.ts'
import { pageStripeAdmins } from './stripe-admin.sql.ts'
import { pageStripeOrgs, stripeLevel } from './stripe-org.sql.ts'
import { addStripeOrgs, moveStripeOrg, removeStripeOrgs, setStripeSortNum } from './stripe-tree.sql.ts'
import {
  findStripe, isStripeCodeTaken, isStripeNameTaken, listStripes, pageStripes, removeStripes, saveStripe, setStripeStatus, updateStripe,
} from './stripe.sql.ts' // prettier-ignore

export const stripeFeature = feature('stripe', stripe, {
  page: ({ db, scope, query }) => pageStripes(db, scope, query),
  list: ({ db }) => listStripes(db),
  byId: ({ db, scope, query }) => findStripe(db, scope, query.id),
  save: async ({ db, scope, body, auditTarget }) => {
    const id = await saveStripe(db, scope, body)
    auditTarget(id)
    return { id }
  },
  update: async ({ db, scope, body, auditTarget }) => {
    auditTarget(body.id)
    await updateStripe(db, scope, body)
  },
  remove: ({ db, scope, body }) => removeStripes(db, scope, body.ids),
  setStatus: ({ db, scope, query, body }) => setStripeStatus(db, scope, body.ids, query.status ?? refuse('statusFault')),
  codeTaken: ({ db, query }) => isStripeCodeTaken(db, query.code, query.id),
  nameTaken: ({ db, query }) => isStripeNameTaken(db, query.name, query.id),
  tree: ({ db, scope, query }) => stripeLevel(db, scope, query),
  pageOrg: ({ db, scope, query }) => pageStripeOrgs(db, scope, query),
  pageUser: async ({ db, scope, query, kernel }) => {
    await findStripe(db, scope, query.stripeId)
    return pageUsers(db, { scope, filter: query, keys: kernel.keys }, query)
  },
  pageAdmin: async ({ db, scope, query, kernel }) => {
    if (!kernel.config.values.openGradeAdmin) refuse('gradeClosed')
    await findStripe(db, scope, query.stripeId)
    return pageStripeAdmins(db, scope, query)
  },
  addOrg: ({ db, scope, body, auditTarget }) => {
    auditTarget(body.stripeId)
    return addStripeOrgs(db, scope, body)
  },
  moveOrg: async ({ db, scope, body, auditTarget }) => {
    auditTarget(body.stripeId)
    await moveStripeOrg(db, scope, body)
  },
  removeOrg: ({ db, scope, body, auditTarget }) => {
    auditTarget(body.stripeId)
    return removeStripeOrgs(db, scope, body.stripeId, body.orgIds)
  },
  setSortNum: async ({ db, scope, query, auditTarget }) => {
    auditTarget(query.stripeId)
    await setStripeSortNum(db, scope, query.stripeId, query.orgId, query.sortNum)
  },
})
