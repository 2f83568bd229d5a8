import { registerHooks } from 'node:module'

const row = `nickname: {
  label: '昵称', kind: 'line', column: 'nickname', sheet: true, sync: { example: '小张', clears: true }, push: true, review: true, restore: true,
},`

/** The process loads the catalogue of users with one row more (new-field.test.ts). */
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith('/contract/src/fields/user-fields.ts')) return loaded
    return { ...loaded, source: String(loaded.source).replace('\n  phone: {', `\n  ${row}\n  phone: {`) }
  },
})
