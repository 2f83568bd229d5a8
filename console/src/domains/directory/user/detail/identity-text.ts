import { acts, outcomes, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences about a user's identities at other identity providers. */
export const identityText = {
  title: things.identityLink,
  origins: {
    self: t('本人绑定', 'Linked by the user'),
    rule: t('按规则绑定', 'Linked by rule'),
    made: t(things.newAccounts, 'Account made for it'),
  },
  closed: t('提供方已停用', 'Provider disabled'),
  since: t('绑定于', 'Linked'),
  last: t('，最近登录', ', last sign-in'),
  remove: t(acts.unbind, 'Unlink'),
  removeTitle: t(
    (name: string) => `解除与“${name}”的绑定？`,
    name => `Unlink the identity of “${name}”?`,
  ),
  removeText: t(
    '此人不能再用该身份登录；没有其他登录方式时将无法登录。绑定规则仍符合时，下次登录会重新绑定。',
    'The user can no longer sign in with it, and not at all without another way. Where a rule still fits, the next sign-in links it again.',
  ),
  removed: outcomes.done,
} as const
