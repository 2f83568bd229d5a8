/** Titles of the code column, in any language of the page. */
export const titleNames: readonly string[] = ['编码', '代码', 'code']
