import { expect, test } from 'vitest'
import { backTarget, isPure, showsBack } from './back.ts'

const query = (search = '') => new URLSearchParams(search)

test('SHELL-19 O-62 hideBack=true, 1 or empty hides the back button, false or 0 shows it on any page', () => {
  for (const hides of ['true', '1', '']) expect(showsBack('/organiz/user', query(`hideBack=${hides}`))).toBe(false)
  for (const shows of ['false', '0']) expect(showsBack('/organiz/index', query(`hideBack=${shows}`))).toBe(true)
})

test('SHELL-06 SHELL-20 without hideBack the back button shows for button-type routes', () => {
  expect(showsBack('/organiz/user', query())).toBe(true)
  expect(showsBack('/organiz/user/u1', query())).toBe(true)
  expect(showsBack('/organiz/index', query())).toBe(false)
  expect(showsBack('/account/settings', query())).toBe(true)
})

test('SHELL-21 O-17 back from a child of /app/list goes there with the group', () => {
  expect(backTarget('/app/detail', query('id=a1&appGroupId=g1&appGroupName=X'), '')).toBe('/app/list?appGroupId=g1&appGroupName=X')
  expect(backTarget('/app/detail', query('id=a1'), '?appGroupId=g2&appGroupName=Y&current=3')).toBe(
    '/app/list?appGroupId=g2&appGroupName=Y',
  )
  expect(backTarget('/app/detail', query('id=a1'), '')).toBe('/app/list')
})

test('SHELL-22 otherwise back goes one step back', () => {
  expect(backTarget('/app/relatedUser', query(), '?appGroupId=g1')).toBeUndefined()
  expect(backTarget('/organiz/orgDetail', query(), '')).toBeUndefined()
})

test('SHELL-15 to SHELL-18 layout=pure shows the page alone', () => {
  expect(isPure(query('layout=pure'))).toBe(true)
  expect(isPure(query('layout=full'))).toBe(false)
})
