const DEPTH_MAX = 8
const FORM = /^[^.[\]]+(?:\[\d{1,4}\])*(?:\.[^.[\]]+(?:\[\d{1,4}\])*)*$/

const stepsOf = (path: string): string[] => path.split(/[.[\]]+/).filter(step => step !== '')

/** Whether a path such as `data.dept[0].id` can be followed. */
export const isPath = (path: string): boolean => FORM.test(path) && stepsOf(path).length <= DEPTH_MAX

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
/** An object that is not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => isObject(value) && !Array.isArray(value)

/** The value at a path; '' means the whole value. A property whose name is the whole path, dots included, takes precedence. */
export function at(value: unknown, path: string): unknown {
  if (path === '') return value
  if (isObject(value) && Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path]
  let here = value
  for (const step of stepsOf(path)) {
    if (!isObject(here) || !Object.hasOwn(here, step)) return undefined
    here = (here as Record<string, unknown>)[step]
  }
  return here
}
