import { Alert } from 'antd'
import { useState } from 'react'
import { Card, Page } from '../../../../ui/page.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { ConfigTab } from './config-tab.tsx'
import { Sm4Tab } from './sm4-tab.tsx'
import { text } from './text.ts'
import { Uses } from './uses.tsx'
import './decrypt.css'

/** Decrypts one value at a time, with a reason; the result disappears after a minute. */
export default function DecryptPage() {
  // Not in the address, so that leaving a tab forgets its content.
  const [tab, setTab] = useState('sm4')
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <Alert type="info" title={text.worthless} showIcon className="form-alert" role="note" />
        <Tabs
          activeKey={tab}
          onChange={setTab}
          items={[
            { key: 'sm4', label: text.tabs.sm4, children: <Sm4Tab /> },
            { key: 'config', label: text.tabs.config, children: <ConfigTab /> },
          ]}
        />
        <Uses />
      </Card>
    </Page>
  )
}
