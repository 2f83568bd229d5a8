import { Form } from 'antd'
import { cleanLines, LinesField } from '../../../../ui/form/lines-field.tsx'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { redirectRule, webUriRule } from '../app-rules.ts'
import { text } from './detail-text.ts'
import { Lost, confirmLoss } from './confirm-loss.tsx'
import { TabForm } from './tab-form.tsx'
import type { TabProps } from '../../../../pickers/app-parts.ts'

interface Typed {
  redirectUris: string[]
  postLogoutUris: string[]
  logoutUri: string | null
}
const own = text.addresses
const URI_MAX = 500

/** The addresses where sign-ins and sign-outs may end. */
export function AddressesTab(props: TabProps) {
  const { of } = props
  const [form] = Form.useForm<Typed>()
  const isCas = of.protocol === 'cas'
  const { redirectUris, postLogoutUris, logoutUri } = of
  const askRemoved = async (patch: Partial<Pick<Typed, 'redirectUris' | 'postLogoutUris'>>) => {
    const gone = redirectUris.filter(uri => !patch.redirectUris?.includes(uri))
    const gonePost = postLogoutUris.filter(uri => !patch.postLogoutUris?.includes(uri))
    if (gone.length + gonePost.length === 0) return true
    return confirmLoss({
      title: own.removeTitle,
      content: (
        <>
          {gone.length > 0 && <Lost words={own.removeText} of={gone} />}
          {gonePost.length > 0 && <Lost words={own.removePostText} of={gonePost} />}
        </>
      ),
      okText: own.remove,
    })
  }
  return (
    <TabForm<Typed>
      {...props}
      name="addresses"
      form={form}
      initial={{ redirectUris, postLogoutUris, logoutUri }}
      read={typed => ({
        redirectUris: cleanLines(typed.redirectUris),
        postLogoutUris: cleanLines(typed.postLogoutUris),
        logoutUri: typed.logoutUri ?? '',
      })}
      confirmLoss={patch => askRemoved({ redirectUris: patch.redirectUris ?? [], postLogoutUris: patch.postLogoutUris ?? [] })}
    >
      <Form.Item
        name="redirectUris"
        label={isCas ? own.service : own.redirect}
        extra={isCas ? own.serviceHint : own.redirectHint}
        validateTrigger="onBlur"
        rules={[redirectRule(of.protocol)]}
      >
        <LinesField rows={5} />
      </Form.Item>
      {!isCas && (
        <>
          <Form.Item
            name="postLogoutUris"
            label={own.postLogout}
            extra={own.postLogoutHint}
            validateTrigger="onBlur"
            rules={[redirectRule(of.protocol)]}
          >
            <LinesField rows={3} />
          </Form.Item>
          <Form.Item name="logoutUri" label={own.logout} extra={own.logoutHint} validateTrigger="onBlur" rules={[webUriRule]}>
            <TrimInput maxLength={URI_MAX} inputMode="url" placeholder="https://" />
          </Form.Item>
        </>
      )}
    </TabForm>
  )
}
