import { acts, outcomes, things } from '@hufu/contract/text'

/** Sentences about a user's identities at other identity providers. */
export const identityText = {
  title: things.identityLink,
  origins: { self: '本人绑定', rule: '按规则绑定', made: things.newAccounts },
  closed: '提供方已停用',
  since: '绑定于',
  last: '，最近登录',
  remove: acts.unbind,
  removeTitle: (name: string) => `解除与“${name}”的绑定？`,
  removeText: '此人不能再用该身份登录；没有其他登录方式时将无法登录。绑定规则仍符合时，下次登录会重新绑定。',
  removed: outcomes.done,
} as const
