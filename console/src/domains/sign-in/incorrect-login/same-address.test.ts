import { expect, test } from 'vitest'
import { sameAddress } from './same-address.ts'

const from = (lastIp: string, count: number) => Array.from({ length: count }, () => ({ lastIp }))

test('X-UNLOCK-02 more than ten accounts that failed from one address are reported; ten are not, nor those locked by hand', () => {
  expect(sameAddress([...from('10.0.0.1', 10), ...from('10.0.0.2', 10), ...from('', 20)])).toBeUndefined()
  expect(sameAddress([...from('10.0.0.1', 3), ...from('10.0.0.2', 11)])).toEqual({ ip: '10.0.0.2', count: 11 })
  expect(sameAddress([])).toBeUndefined()
})
