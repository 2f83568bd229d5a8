import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readClientConfig } from './client-config.ts'
import type { System } from './session.ts'
import { siteName, tabName } from './site-name.ts'

const SHIPPED = '统一身份认证与访问管理平台'
const named = (systemName: string | undefined, json: unknown = {}) =>
  ({
    clientConfig: readClientConfig(json),
    publicConfig: systemName === undefined ? undefined : { systemName },
    globalConfig: undefined,
  }) as System

test('SHELL-01 ENT-20 the name is the one an administrator has set, else that of config.json, else the shipped one', () => {
  expect([
    siteName(named('浙江省平台', { title: '某省', documentTitle: '省' })),
    tabName(named('浙江省平台', { documentTitle: '省' })),
  ]).toEqual(['浙江省平台', '浙江省平台'])
  expect([siteName(named(SHIPPED, { title: '某省' })), tabName(named(SHIPPED, { documentTitle: '省' }))]).toEqual(['某省', '省'])
  expect([siteName(named(SHIPPED)), tabName(named(undefined))]).toEqual([SHIPPED, '统一身份认证'])
})

test('SHELL-12 the shipped config.json has the version of the product', () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string>
  expect(read('../../public/config.json')['project.version.value']).toBe(`v${read('../../../package.json').version}`)
})
