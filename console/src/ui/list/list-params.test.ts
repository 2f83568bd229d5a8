import { expect, test } from 'vitest'
import { filtersOf, readParams, writeParams } from './list-params.ts'

const defaults = { current: 1, size: 20, name: '', deep: false }

test('the state of a list is read from its address by the types of its defaults', () => {
  expect(readParams(new URLSearchParams('current=3&name=%E5%BC%A0&deep=true&size=x'), defaults)).toEqual({
    current: 3,
    size: 20,
    name: '张',
    deep: true,
  })
})

test('defaults are left out of the address, and parameters of the shell stay in it', () => {
  const written = writeParams(new URLSearchParams('layout=pure&current=3&name=a'), { current: 1, name: '张', deep: true }, defaults)
  expect(Object.fromEntries(written)).toEqual({ layout: 'pure', name: '张', deep: 'true' })
})

test('paging and sorting are not filters', () => {
  expect(filtersOf({ ...defaults, orderBy: 'name', asc: true })).toEqual({ name: '', deep: false })
})
