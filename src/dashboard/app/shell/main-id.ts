/** The id of the page's content, the target of the skip link and of the focus on a new page. */
export const mainId = 'main'
