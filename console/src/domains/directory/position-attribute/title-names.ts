/** What a line of titles calls the codes, in whatever language the page is. */
export const titleNames: readonly string[] = ['编码', '代码', 'code']
